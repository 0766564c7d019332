"""Addresses of a table by its id, and of joining it: short ones, for phones and squares to scan."""

from django.urls import path

from scoring.web.views import join, score

urlpatterns = [
    path("vao/", join.code, name="join-code"),
    path("vao/<str:code>/", join.join, name="join"),
    path("ban/<int:table_id>/", score.table, name="table"),
    path("ban/<int:table_id>/xem/", score.watch, name="table-watch"),
]
