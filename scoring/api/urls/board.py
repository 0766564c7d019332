"""The addresses of a table's board, and of who is writing there."""

from django.urls import path

from scoring.api.views.board import BoardView
from scoring.api.views.presence import PresenceView

urlpatterns = [
    path("tables/<int:table_id>/board", BoardView.as_view(), name="table-board"),
    path("tables/<int:table_id>/presence", PresenceView.as_view(), name="table-presence"),
]
