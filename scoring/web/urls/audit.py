"""Addresses of the audit log."""

from django.urls import path

from scoring.web.views import audit

urlpatterns = [
    path("clb/<slug:slug>/nhat-ky/", audit.audit, name="audit"),
    path("clb/<slug:slug>/nhat-ky/tep/", audit.export, name="audit-export"),
]
