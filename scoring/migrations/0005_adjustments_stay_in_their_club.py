"""The seal of an adjustment looks at the club of its ends, too: the guards are made anew."""

from django.db import migrations

from scoring.guards.operations import WithoutGuards


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_settling_modes")]

    operations = WithoutGuards()
