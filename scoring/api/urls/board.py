"""The address of a table's board."""

from django.urls import path

from scoring.api.views.board import BoardView

urlpatterns = [path("tables/<int:table_id>/board", BoardView.as_view(), name="table-board")]
