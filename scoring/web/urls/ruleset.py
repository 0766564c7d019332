"""Addresses of rule sets."""

from django.urls import path

from scoring.web.views import ruleset

ALL = "clb/<slug:slug>/luat/"
ONE = f"{ALL}<int:version_id>/"

urlpatterns = [
    path(ALL, ruleset.rulesets, name="ruleset-list"),
    path(f"{ALL}ban-hanh/", ruleset.publish, name="ruleset-publish"),
    path(ONE, ruleset.version, name="ruleset-version"),
    path(f"{ONE}mac-dinh/", ruleset.set_default, name="ruleset-default"),
]
