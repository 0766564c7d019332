"""Addresses of what owners set."""

from django.urls import path

from scoring.web.views import club_settings

ONE = "clb/<slug:slug>/cai-dat/"

urlpatterns = [
    path(ONE, club_settings.change, name="club-settings"),
    path(f"{ONE}luat/", club_settings.default_ruleset, name="club-ruleset"),
    path(f"{ONE}dong/", club_settings.close, name="club-close"),
]
