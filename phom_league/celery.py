"""The Celery application; everything about it is set in settings under CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.embedded")

app = Celery("phom_league")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
