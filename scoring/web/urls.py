"""Addresses of pages. The words in them are Vietnamese without marks, as people type them."""

from datetime import date

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path, register_converter
from django.views.i18n import set_language

from scoring.web import views
from scoring.web.forms import SignInForm


class DayConverter:
    """A club day as 2026-11-30; a day that does not exist is an address that does not exist."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """ValueError means: no such address."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """ISO, as it is read."""
        return value.isoformat()


register_converter(DayConverter, "day")

sign_in = LoginView.as_view(
    template_name="login/sign_in.html",
    authentication_form=SignInForm,
    redirect_authenticated_user=True,
)

urlpatterns = [
    path("", views.home, name="home"),
    path("dang-nhap/", sign_in, name="login"),
    path("dang-xuat/", LogoutView.as_view(), name="logout"),
    path("ngon-ngu/", set_language, name="set_language"),
    path("giao-dien/", views.theme, name="theme"),
    path("clb/<slug:slug>/", views.club, name="club"),
    path("clb/<slug:slug>/buoi/<day:day>/", views.night, name="night"),
]
