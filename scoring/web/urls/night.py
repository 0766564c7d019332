"""Addresses of nights, their tables and deals."""

from django.urls import path

from scoring.web.views import deal, night, table

_NIGHTS = "clb/<slug:slug>/buoi/"
_NIGHT = _NIGHTS + "<day:day>/"
_TABLE = _NIGHT + "ban/<int:n>/"
_DEAL = _TABLE + "van/<int:number>/"

urlpatterns = [
    path(_NIGHTS, night.nights, name="nights"),
    path(_NIGHTS + "mo/", night.open_night, name="night-open"),
    path(_NIGHT, night.night, name="night"),
    path(_NIGHT + "ghi-tay/", night.adjust, name="night-adjust"),
    path(
        _NIGHT + "ghi-tay/<uuid:adjustment_id>/huy/", night.cancel_line, name="night-adjust-cancel"
    ),
    path(_NIGHT + "ban/mo/", table.open_table, name="table-open"),
    path(_TABLE + "doi/", table.terms, name="table-terms"),
    path(_TABLE + "doi/hoan-tac/", table.cancel, name="table-terms-cancel"),
    path(_TABLE + "ma/", table.codes, name="table-codes"),
    path(_TABLE + "ma/<int:code_id>/thu-hoi/", table.revoke, name="table-code-revoke"),
    path(_TABLE + "ghi/", deal.record, name="deal-record"),
    path(_DEAL, deal.show, name="deal"),
    path(_DEAL + "sua/", deal.correct, name="deal-correct"),
    path(_DEAL + "huy/", deal.void, name="deal-void"),
    path(_DEAL + "khoi-phuc/", deal.restore, name="deal-restore"),
    path(_DEAL + "khieu-nai/", deal.dispute, name="deal-dispute"),
    path(
        _DEAL + "khieu-nai/<int:dispute_id>/xong/", deal.settle_dispute, name="deal-dispute-settle"
    ),
    path(_DEAL + "trung/giu-ca-hai/", deal.keep_both, name="deal-double-keep"),
    path(_DEAL + "trung/bo-mot/", deal.drop_one, name="deal-double-drop"),
    path(_DEAL + "trung/bo-het/", deal.drop_all, name="deal-double-drop-all"),
]
