"""Addresses of the one who asks."""

from django.urls import path

from scoring.api.views.me import MeView, TokensView, TokenView

urlpatterns = [
    path("me", MeView.as_view(), name="me"),
    path("tokens", TokensView.as_view(), name="tokens"),
    path("tokens/<str:prefix>", TokenView.as_view(), name="token"),
]
