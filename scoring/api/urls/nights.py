"""Addresses of nights and what stands beside their deals."""

from django.urls import path

from scoring.api.urls import converters  # noqa: F401 - the addresses below use them
from scoring.api.views import deals, nights, questions, tables

_NIGHT = "clubs/<slug:slug>/nights/<club_day:day>"

urlpatterns = [
    path("clubs/<slug:slug>/nights", nights.NightsView.as_view(), name="nights"),
    path("clubs/<slug:slug>/disputes", questions.ClubDisputesView.as_view(), name="club-disputes"),
    path(_NIGHT, nights.NightView.as_view(), name="night"),
    path(f"{_NIGHT}/tables", tables.NightTablesView.as_view(), name="night-tables"),
    path(f"{_NIGHT}/deals", deals.NightDealsView.as_view(), name="night-deals"),
    path(f"{_NIGHT}/transfers", nights.NightTransfersView.as_view(), name="night-transfers"),
    path(f"{_NIGHT}/adjustments", nights.AdjustmentsView.as_view(), name="night-adjustments"),
    path(
        f"{_NIGHT}/adjustments/<uuid:adjustment_id>",
        nights.AdjustmentView.as_view(),
        name="adjustment",
    ),
    path(f"{_NIGHT}/disputes", questions.NightDisputesView.as_view(), name="night-disputes"),
    path(f"{_NIGHT}/duplicates", questions.NightDuplicatesView.as_view(), name="night-duplicates"),
]
