"""Addresses of tables, their deals and phones, and of scoring."""

from django.urls import path

from scoring.api.urls import converters  # noqa: F401 - the addresses below use them
from scoring.api.views import deals, guests, joining, questions, score, tables

_TABLE = "tables/<row_id:table_id>"
_DEAL = "deals/<uuid:deal_id>"

urlpatterns = [
    path("score", score.ScoreView.as_view(), name="score"),
    path("join", joining.JoinView.as_view(), name="join"),
    path(_TABLE, tables.OneTableView.as_view(), name="table"),
    path(f"{_TABLE}/deals", deals.TableDealsView.as_view(), name="table-deals"),
    path(f"{_TABLE}/deals/<uuid:deal_id>", deals.RecordView.as_view(), name="record"),
    path(f"{_TABLE}/terms", tables.TermsListView.as_view(), name="table-terms"),
    path(f"{_TABLE}/terms/<uuid:terms_id>", tables.TermsView.as_view(), name="terms"),
    path(f"{_TABLE}/guests/<uuid:player_id>", guests.GuestView.as_view(), name="guest"),
    path(f"{_TABLE}/codes", joining.CodesView.as_view(), name="table-codes"),
    path(f"{_TABLE}/devices", joining.DevicesView.as_view(), name="table-devices"),
    path(
        f"{_TABLE}/duplicates",
        questions.TableDuplicatesView.as_view(),
        name="table-duplicates",
    ),
    path("codes/<row_id:code_id>/revoke", joining.RevokeCodeView.as_view(), name="code-revoke"),
    path(_DEAL, deals.OneDealView.as_view(), name="deal"),
    path(f"{_DEAL}/revisions", deals.RevisionsView.as_view(), name="deal-revisions"),
    path(
        f"{_DEAL}/revisions/<uuid:revision_id>",
        deals.ReviseView.as_view(),
        name="revise",
    ),
    path(f"{_DEAL}/transfers", deals.TransfersView.as_view(), name="deal-transfers"),
    path(f"{_DEAL}/disputes", questions.DealDisputesView.as_view(), name="deal-disputes"),
    path(
        f"{_DEAL}/duplicates",
        questions.DealDuplicatesView.as_view(),
        name="deal-duplicates",
    ),
    path("disputes/<row_id:dispute_id>", questions.DisputeView.as_view(), name="dispute"),
    path(
        "disputes/<row_id:dispute_id>/settle",
        questions.SettleDisputeView.as_view(),
        name="dispute-settle",
    ),
]
