"""Addresses of tables, their deals and phones, and of scoring."""

from django.urls import path

from scoring.api.views import deals, joining, questions, score, tables

urlpatterns = [
    path("score", score.ScoreView.as_view(), name="score"),
    path("join", joining.JoinView.as_view(), name="join"),
    path("tables/<int:table_id>", tables.OneTableView.as_view(), name="table"),
    path("tables/<int:table_id>/deals", deals.TableDealsView.as_view(), name="table-deals"),
    path("tables/<int:table_id>/deals/<uuid:deal_id>", deals.RecordView.as_view(), name="record"),
    path("tables/<int:table_id>/terms", tables.TermsListView.as_view(), name="table-terms"),
    path("tables/<int:table_id>/terms/<uuid:terms_id>", tables.TermsView.as_view(), name="terms"),
    path("tables/<int:table_id>/codes", joining.CodesView.as_view(), name="table-codes"),
    path("tables/<int:table_id>/devices", joining.DevicesView.as_view(), name="table-devices"),
    path(
        "tables/<int:table_id>/duplicates",
        questions.TableDuplicatesView.as_view(),
        name="table-duplicates",
    ),
    path("codes/<int:code_id>/revoke", joining.RevokeCodeView.as_view(), name="code-revoke"),
    path("deals/<uuid:deal_id>", deals.OneDealView.as_view(), name="deal"),
    path("deals/<uuid:deal_id>/revisions", deals.RevisionsView.as_view(), name="deal-revisions"),
    path(
        "deals/<uuid:deal_id>/revisions/<uuid:revision_id>",
        deals.ReviseView.as_view(),
        name="revise",
    ),
    path("deals/<uuid:deal_id>/transfers", deals.TransfersView.as_view(), name="deal-transfers"),
    path(
        "deals/<uuid:deal_id>/disputes", questions.DealDisputesView.as_view(), name="deal-disputes"
    ),
    path(
        "deals/<uuid:deal_id>/duplicates",
        questions.DealDuplicatesView.as_view(),
        name="deal-duplicates",
    ),
    path("disputes/<int:dispute_id>", questions.DisputeView.as_view(), name="dispute"),
    path(
        "disputes/<int:dispute_id>/settle",
        questions.SettleDisputeView.as_view(),
        name="dispute-settle",
    ),
]
