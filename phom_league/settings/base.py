"""Settings that hold everywhere. The environment may be read here, the mode may not be known."""

from datetime import timedelta
from typing import Any

from csp.constants import NONE, SELF

from phom_league.settings.environment import BASE_DIR, broker_options, env

DEBUG = False
RELEASE = "0.1.0"  # the version of pyproject.toml; a new release makes every page fresh
ROOT_URLCONF = "phom_league.urls"
WSGI_APPLICATION = "phom_league.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

HOST = env.str("HOST", default="0.0.0.0")  # phones of the table come over the local network
PORT = env.int("PORT", default=8000)
PHOM_PUBLIC_URL = env.str("PHOM_PUBLIC_URL", default="").rstrip("/")
IS_HTTPS = PHOM_PUBLIC_URL.startswith("https://")

INSTALLED_APPS = [
    "scoring.apps.ScoringConfig",
    "django.contrib.admin.apps.SimpleAdminConfig",  # the one site is scoring.admin's
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "phom_league.compression.CompressPages",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "scoring.web.copies.MarkPages",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # our own field.html

# People and how they sign in

AUTH_USER_MODEL = "scoring.Login"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
ACCOUNT_ADAPTER = "scoring.web.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGIN_URL
MFA_ADAPTER = "scoring.web.accounts.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Phom League"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Language and numbers: Vietnamese first

LANGUAGE_CODE = "vi"
LANGUAGES = [("vi", "Tiếng Việt"), ("en", "English")]
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = ["phom_league.formats"]
USE_THOUSAND_SEPARATOR = True

# What browsers are told

STATIC_URL = "/static/"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
# Browsers complain of this one on plain http, where it does nothing.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if IS_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
# The cache answers who signed in, the database keeps it: a page asks for it without a statement.
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30  # a sign-in must outlive a night without a network
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = IS_HTTPS
PHONE_COOKIE_NAME = "phom_device"  # holds the token of a phone that joined a table by its code
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = [PHOM_PUBLIC_URL] if PHOM_PUBLIC_URL else []

# What programs are told

API_RATE = env.str("PHOM_API_RATE", default="1200/min")  # of one login, all its programs together
REST_FRAMEWORK = {
    # The token first: whoever is not signed in is told how to sign in.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "scoring.api.authentication.LoginToken",
        "scoring.api.authentication.SiteSignIn",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scoring.api.fields.Json"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": "60/min",
        "user": API_RATE,
        "sign_in": "10/min",
        "join": "30/min",
    },
    "DEFAULT_SCHEMA_CLASS": "scoring.api.schema.Schema",
    "EXCEPTION_HANDLER": "scoring.api.problems.answer_refused",
    "NON_FIELD_ERRORS_KEY": "body",
    "URL_FORMAT_OVERRIDE": None,
    # Of the addresses a request names only the last ones are from proxies of ours, and true.
    "NUM_PROXIES": env.int("PHOM_PROXIES", default=0),
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=180), "TOKEN_LIMIT_PER_USER": 20, "AUTO_REFRESH": True}
SPECTACULAR_SETTINGS = {
    "TITLE": "Phom League",
    "DESCRIPTION": "Deals, books, settlements and standings of clubs that play Phỏm (Tá Lả).",
    "VERSION": RELEASE,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,  # a body of PATCH says itself what it has to have
    "PATH_CONVERTER_OVERRIDES": {
        "row_id": {"type": "integer", "minimum": 0, "maximum": 2**63 - 1},
        "club_day": {"type": "string", "format": "date"},
    },
    "POSTPROCESSING_HOOKS": [],  # choices stay beside their fields; many of ours are called "kind"
    "SWAGGER_UI_DIST": "SIDECAR",
}

# Background work

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="memory://localhost/")
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL)
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # every task may run twice
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {"task": "scoring.tasks.heartbeat", "schedule": 30},
    # Each asks what is due, never what was planned: a run that was missed costs nothing.
    "sweep of the standings": {"task": "scoring.tasks.sweep_standings", "schedule": 60},
    "locking of due nights": {"task": "scoring.tasks.lock_due_nights", "schedule": 600},
    "audit of the books": {"task": "scoring.tasks.audit_when_due", "schedule": 900},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # It warns of the message by which the embedded worker is told to stop.
    "loggers": {"celery.worker.control": {"level": "ERROR"}},
}
