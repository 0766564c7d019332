"""Addresses of signing in, and of what somebody chooses for themselves.

Of django-allauth only what works without e-mail is served.
"""

from allauth.account import views as account
from django.urls import include, path
from django.views.i18n import set_language

from scoring.web.views import look

urlpatterns = [
    path("dang-nhap/", account.login, name="account_login"),
    path("dang-xuat/", account.logout, name="account_logout"),
    path("dang-ky/", account.signup, name="account_signup"),
    path("tai-khoan/ngung/", account.account_inactive, name="account_inactive"),
    path("tai-khoan/mat-khau/", account.password_change, name="account_change_password"),
    path("tai-khoan/xac-nhan/", account.reauthenticate, name="account_reauthenticate"),
    path("tai-khoan/hai-buoc/", include("allauth.mfa.urls")),
    path("ngon-ngu/", set_language, name="set_language"),
    path("giao-dien/", look.theme, name="theme"),
]
