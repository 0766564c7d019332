"""Addresses of scripts that are made of many modules."""

from django.urls import path

from scoring.web.views import script

urlpatterns = [path("js/<slug:name>.<slug:digest>.js", script.show, name="script")]
