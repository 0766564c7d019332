"""Forms of pages, in our own words."""

from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy


class SignInForm(AuthenticationForm):
    """User name and password; what is wrong is said without telling which of the two."""

    error_messages = {
        "invalid_login": gettext_lazy("Tên đăng nhập hoặc mật khẩu không đúng."),
        "inactive": gettext_lazy("Tài khoản này đã ngừng."),
    }
