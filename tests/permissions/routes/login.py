"""Signing in, choosing for oneself, the pages of a login; and the product's own health."""

from tests.permissions.routes import EVERYBODY, SIGNED_IN, Route

_FORMS = (200, 302)

ROUTES = [
    Route("livez", "GET", EVERYBODY),
    Route("readyz", "GET", EVERYBODY, done=(200, 503)),
    Route("account_login", "GET", EVERYBODY, done=_FORMS),
    Route("account_login", "POST", EVERYBODY, done=_FORMS),
    Route("account_signup", "GET", EVERYBODY, done=_FORMS),
    Route("account_signup", "POST", EVERYBODY, done=_FORMS),
    Route("account_inactive", "GET", EVERYBODY),
    Route("account_logout", "GET", EVERYBODY, done=_FORMS),
    Route("account_logout", "POST", EVERYBODY, done=(302,)),
    Route("account_change_password", "GET", SIGNED_IN, done=_FORMS),
    Route("account_change_password", "POST", SIGNED_IN, done=_FORMS),
    Route("account_reauthenticate", "GET", SIGNED_IN, done=_FORMS),
    Route("account_reauthenticate", "POST", SIGNED_IN, done=_FORMS),
    *(
        Route(f"mfa_{name}", method, SIGNED_IN, done=(200, 302, 404, 405, 403))
        for name in (
            *("index", "activate_totp", "deactivate_totp", "reauthenticate"),
            *("view_recovery_codes", "generate_recovery_codes", "download_recovery_codes"),
        )
        for method in ("GET", "POST")
    ),
    Route("mfa_authenticate", "GET", EVERYBODY, done=(302,)),
    Route("mfa_authenticate", "POST", EVERYBODY, done=(302,)),
    Route("set_language", "POST", EVERYBODY, body=lambda place: {"language": "en"}, done=(302,)),
    Route("theme", "POST", EVERYBODY, body=lambda place: {"theme": "dark"}, done=(302,)),
    Route("me", "GET", SIGNED_IN),
    Route("me-token-make", "POST", SIGNED_IN),
    Route(
        "me-token-drop", "POST", SIGNED_IN, kwargs=lambda place: {"prefix": "0" * 15}, done=(404,)
    ),
    Route("api:schema", "GET", EVERYBODY),
    Route("api:browse", "GET", EVERYBODY),
    Route("api:me", "GET", SIGNED_IN),
    Route(
        "api:tokens",
        "POST",
        EVERYBODY,
        body=lambda place: {"user_name": "khong-ai", "password": "sai"},
        done=(403,),
    ),
    Route("api:token", "DELETE", SIGNED_IN, kwargs=lambda place: {"prefix": "0" * 15}, done=(404,)),
]
