"""The heartbeat: a task by name, its place in the schedule, and what it leaves behind."""

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from scoring import tasks
from scoring.models import Heartbeat


def test_every_scheduled_task_exists() -> None:
    current_app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled <= set(current_app.tasks)


@pytest.mark.django_db
def test_a_beat_says_when_and_a_second_one_takes_its_place() -> None:
    before = timezone.now()
    tasks.heartbeat.run()
    tasks.heartbeat.run()
    beat = Heartbeat.objects.get()
    assert beat.name == "worker"
    assert before <= beat.beat_at <= timezone.now()
