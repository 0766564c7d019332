"""Addresses of what stays on a phone: the worker, the manifest, the offline pages."""

from django.urls import path

from scoring.web.views import shell

urlpatterns = [
    path("sw.js", shell.worker, name="service-worker"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("mat-mang/<str:code>/<str:kind>/", shell.offline, name="offline"),
]
