"""Addresses of settling a night, and of its payments."""

from django.urls import path

from scoring.api.urls import converters  # noqa: F401 - the addresses below use them
from scoring.api.views import payments, settlements

_NIGHT = "clubs/<slug:slug>/nights/<club_day:day>"
_PAYMENT = "payments/<uuid:payment_id>"

urlpatterns = [
    path(f"{_NIGHT}/settlement", settlements.NightSettlementView.as_view(), name="settlement"),
    path(f"{_NIGHT}/settlements", settlements.SettlementsView.as_view(), name="settlements"),
    path(f"{_NIGHT}/reopen", settlements.ReopenView.as_view(), name="night-reopen"),
    path(f"{_NIGHT}/lock", settlements.LockView.as_view(), name="night-lock"),
    path(f"{_NIGHT}/unlock", settlements.UnlockView.as_view(), name="night-unlock"),
    path(f"{_NIGHT}/payments", settlements.NightPaymentsView.as_view(), name="night-payments"),
    path(_PAYMENT, payments.PaymentView.as_view(), name="payment"),
    path(f"{_PAYMENT}/paid", payments.MarkPaidView.as_view(), name="payment-paid"),
    path(f"{_PAYMENT}/take-back", payments.TakeBackView.as_view(), name="payment-take-back"),
    path(f"{_PAYMENT}/confirm", payments.ConfirmView.as_view(), name="payment-confirm"),
    path(f"{_PAYMENT}/waive", payments.WaiveView.as_view(), name="payment-waive"),
    path(f"{_PAYMENT}/split", payments.SplitView.as_view(), name="payment-split"),
    path(f"{_PAYMENT}/contrary", payments.ContraryView.as_view(), name="payment-contrary"),
]
