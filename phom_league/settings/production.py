"""Services: PostgreSQL, a broker and Redis, several processes. What is required has no default."""

from phom_league.settings.base import *
from phom_league.settings.base import IS_HTTPS, REST_FRAMEWORK
from phom_league.settings.environment import BASE_DIR, database, env

IS_EMBEDDED = False
SECRET_KEY = env.str("SECRET_KEY")
# The health check of the container itself asks for localhost.
ALLOWED_HOSTS: list[str] = [*env.list("ALLOWED_HOSTS"), "localhost"]
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL")

DATABASES = {"default": database()}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        # A cache may be emptied at any time, so it has a database of its own beside the broker's.
        "LOCATION": env.str("CACHE_URL"),
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    },
}

STATIC_ROOT = env.str("PHOM_STATIC_DIR", default=str(BASE_DIR / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
# The proxy in front speaks HTTPS with the browser and sets this header itself.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = IS_HTTPS
REST_FRAMEWORK = REST_FRAMEWORK | {"NUM_PROXIES": env.int("PHOM_PROXIES", default=1)}
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if IS_HTTPS else 0
# Whether the whole domain may be bound to HTTPS is for its owner to say, not for us.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
