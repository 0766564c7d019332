"""Addresses of rule sets."""

from django.urls import path

from scoring.api.urls import converters  # noqa: F401 - the addresses below use them
from scoring.api.views.ruleset import DefaultView, RulesetsView, VersionView, WordsView

_ALL = "clubs/<slug:slug>/rulesets"

urlpatterns = [
    path(_ALL, RulesetsView.as_view(), name="rulesets"),
    path(f"{_ALL}/default", DefaultView.as_view(), name="ruleset-default"),
    path(f"{_ALL}/<row_id:version_id>", VersionView.as_view(), name="ruleset-version"),
    path(f"{_ALL}/<row_id:version_id>/words", WordsView.as_view(), name="ruleset-words"),
]
