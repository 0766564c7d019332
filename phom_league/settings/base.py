"""Settings that hold everywhere. The environment may be read here, the mode may not be known."""

from typing import Any

from csp.constants import NONE, SELF

from phom_league.settings.environment import BASE_DIR, broker_options, env

DEBUG = False
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
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
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

# People and how they sign in

AUTH_USER_MODEL = "scoring.Login"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
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
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30  # a sign-in must outlive a night without a network
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = [PHOM_PUBLIC_URL] if PHOM_PUBLIC_URL else []

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
