"""Addresses of seasons, policies, standings, penalties and exports."""

from django.urls import path

from scoring.api.urls import converters  # noqa: F401 - the addresses below use them
from scoring.api.views import exports, penalties, policies, seasons, standings

_CLUB = "clubs/<slug:slug>"
_SEASON = f"{_CLUB}/seasons/<row_id:season_id>"
_PENALTY = f"{_SEASON}/penalties/<uuid:penalty_id>"
_NIGHT = f"{_CLUB}/nights/<club_day:day>"

urlpatterns = [
    path(f"{_CLUB}/seasons", seasons.SeasonsView.as_view(), name="seasons"),
    path(_SEASON, seasons.SeasonView.as_view(), name="season"),
    path(f"{_SEASON}/days", seasons.DaysView.as_view(), name="season-days"),
    path(f"{_SEASON}/policy", seasons.SeasonPolicyView.as_view(), name="season-policy"),
    path(f"{_SEASON}/close", seasons.CloseView.as_view(), name="season-close"),
    path(f"{_SEASON}/reopen", seasons.ReopenView.as_view(), name="season-reopen"),
    path(f"{_SEASON}/snapshots", seasons.SnapshotsView.as_view(), name="season-snapshots"),
    path(f"{_SEASON}/standings", standings.StandingsView.as_view(), name="standings"),
    path(f"{_SEASON}/penalties", penalties.PenaltiesView.as_view(), name="penalties"),
    path(_PENALTY, penalties.PenaltyView.as_view(), name="penalty"),
    path(f"{_PENALTY}/cancel", penalties.CancelView.as_view(), name="penalty-cancel"),
    path(f"{_SEASON}/export", exports.SeasonExportView.as_view(), name="season-export"),
    path(f"{_SEASON}/export.csv", exports.SeasonCsvView.as_view(), name="season-csv"),
    path(f"{_NIGHT}/export", exports.NightExportView.as_view(), name="night-export"),
    path(f"{_NIGHT}/export.csv", exports.NightCsvView.as_view(), name="night-csv"),
    path(f"{_CLUB}/policies", policies.PoliciesView.as_view(), name="policies"),
    path(f"{_CLUB}/policies/<row_id:version_id>", policies.PolicyView.as_view(), name="policy"),
]
