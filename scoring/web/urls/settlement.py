"""Addresses of settling a night."""

from django.urls import path

from scoring.web.views import settlement

_NIGHT = "clb/<slug:slug>/buoi/<day:day>/ket-so/"

urlpatterns = [
    path(_NIGHT, settlement.settlement, name="settlement"),
    path(f"{_NIGHT}<slug:act>/", settlement.act, name="settlement-act"),
    path(
        f"{_NIGHT}khoan/<uuid:payment_id>/<slug:step>/",
        settlement.payment,
        name="settlement-payment",
    ),
]
