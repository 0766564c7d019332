"""Addresses of people."""

from django.urls import path

from scoring.api.views import players as views

ONE = "clubs/<slug:slug>/players/<uuid:player_id>"

urlpatterns = [
    path("clubs/<slug:slug>/players", views.PlayersView.as_view(), name="players"),
    path(ONE, views.PlayerView.as_view(), name="player"),
    path(f"{ONE}/claim", views.ClaimView.as_view(), name="player-claim"),
    path(f"{ONE}/merge", views.MergeView.as_view(), name="player-merge"),
    path(
        f"{ONE}/merge/<uuid:into_id>",
        views.MergePreviewView.as_view(),
        name="player-merge-preview",
    ),
    path(f"{ONE}/unmerge", views.UnmergeView.as_view(), name="player-unmerge"),
    path(f"{ONE}/figures", views.FiguresView.as_view(), name="player-figures"),
    path(f"{ONE}/against/<uuid:other_id>", views.AgainstView.as_view(), name="player-against"),
]
