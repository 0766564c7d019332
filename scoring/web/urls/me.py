"""Addresses of the page "Tôi"."""

from django.urls import path

from scoring.web.views import me

urlpatterns = [
    path("toi/", me.me, name="me"),
    path("toi/khoa/", me.make_token, name="me-token-make"),
    path("toi/khoa/<str:prefix>/thu-hoi/", me.drop_token, name="me-token-drop"),
]
