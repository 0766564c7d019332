"""Install the guards of the facts (scoring/guards/)."""

from django.db import migrations

from scoring.guards.operations import InstallGuards


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]

    operations = [InstallGuards()]
