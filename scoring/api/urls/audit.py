"""Addresses of the audit log."""

from django.urls import path

from scoring.api.views.audit import AuditView

urlpatterns = [path("clubs/<slug:slug>/audit", AuditView.as_view(), name="audit")]
