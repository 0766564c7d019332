"""Addresses of people."""

from django.urls import path

from scoring.web.views import player

ONE = "clb/<slug:slug>/nguoi/<uuid:player_id>/"

urlpatterns = [
    path("clb/<slug:slug>/nguoi/", player.roster, name="player-list"),
    path("clb/<slug:slug>/nguoi/them/", player.add, name="player-add"),
    path(ONE, player.player, name="player"),
    path(f"{ONE}doi-dau/<uuid:other_id>/", player.against, name="player-against"),
    path(f"{ONE}doi-ten/", player.rename, name="player-rename"),
    path(f"{ONE}tai-khoan/", player.claim, name="player-claim"),
    path(f"{ONE}gop/", player.merge, name="player-merge"),
    path(f"{ONE}tach/", player.unmerge, name="player-unmerge"),
]
