"""What django-allauth says, in our own words.

Knows its messages. How to sign in, sign up, and take a second step is its business.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.utils.translation import gettext_lazy

TAKEN = gettext_lazy("Tên đăng nhập này đã có người dùng.")
TOO_MANY = gettext_lazy("Thử sai quá nhiều lần. Đợi vài phút rồi thử lại.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc] # untyped there
    """Vietnamese first; which of name and password was wrong is not told."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": gettext_lazy("Tên đăng nhập hoặc mật khẩu không đúng."),
        "username_taken": TAKEN,
        "username_blacklisted": TAKEN,
        "too_many_login_attempts": TOO_MANY,
        "rate_limited": TOO_MANY,
        "account_inactive": gettext_lazy("Tài khoản này đã ngừng."),
        "enter_current_password": gettext_lazy("Mật khẩu hiện tại chưa đúng."),
        "incorrect_password": gettext_lazy("Mật khẩu chưa đúng."),
    }

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """The page that follows says what happened; allauth's own English does not."""


class SecondStepAdapter(DefaultMFAAdapter):  # type: ignore[misc] # untyped there
    """Vietnamese first."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy("Mã chưa đúng."),
    }
