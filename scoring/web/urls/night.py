"""Addresses of nights."""

from django.urls import path

from scoring.web.views import night

urlpatterns = [
    path("clb/<slug:slug>/buoi/", night.nights, name="nights"),
    path("clb/<slug:slug>/buoi/<day:day>/", night.night, name="night"),
]
