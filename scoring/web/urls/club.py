"""Addresses of the club."""

from django.urls import path

from scoring.web.views import club

urlpatterns = [
    path("", club.home, name="home"),
    path("clb/<slug:slug>/", club.club, name="club"),
]
