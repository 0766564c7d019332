"""Addresses of clubs and their members."""

from django.urls import path

from scoring.api.urls import converters  # noqa: F401 - the addresses below use them
from scoring.api.views import clubs as views

urlpatterns = [
    path("clubs", views.ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:slug>", views.OneClubView.as_view(), name="club"),
    path("clubs/<slug:slug>/closing", views.ClosingView.as_view(), name="club-closing"),
    path("clubs/<slug:slug>/members", views.MembersView.as_view(), name="members"),
    path("clubs/<slug:slug>/members/<row_id:login_id>", views.MemberView.as_view(), name="member"),
]
