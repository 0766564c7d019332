"""Addresses of seasons and of standings policies."""

from django.urls import path

from scoring.web.views import penalty, policy, season

_SEASONS = "clb/<slug:slug>/mua/"
_SEASON = "clb/<slug:slug>/mua/<int:season_id>/"
_POLICIES = "clb/<slug:slug>/cach-xep-hang/"

urlpatterns = [
    path(_SEASONS, season.standings, name="standings"),
    path(f"{_SEASONS}danh-sach/", season.season_list, name="season-list"),
    path(_SEASON, season.season, name="season"),
    path(f"{_SEASON}bang.csv", season.season_csv, name="season-csv"),
    path(f"{_SEASON}quan-ly/", season.season_manage, name="season-manage"),
    path(f"{_SEASON}quan-ly/ngay/", season.season_days, name="season-days"),
    path(f"{_SEASON}quan-ly/cach-xep-hang/", season.season_policy, name="season-policy"),
    path(f"{_SEASON}quan-ly/ket-thuc/", season.season_close, name="season-close"),
    path(f"{_SEASON}quan-ly/mo-lai/", season.season_reopen, name="season-reopen"),
    path(f"{_SEASON}phat/", penalty.penalties, name="season-penalties"),
    path(f"{_SEASON}phat/<uuid:penalty_id>/huy/", penalty.cancel, name="season-penalty-cancel"),
    path(_POLICIES, policy.policy_list, name="policy-list"),
    path(f"{_POLICIES}<int:version_id>/", policy.policy, name="policy"),
]
