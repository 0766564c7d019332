"""The address of the help page."""

from django.urls import path

from scoring.web.views import guide

urlpatterns = [path("tro-giup/", guide.show, name="help")]
