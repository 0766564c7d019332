"""Two more ways to settle a night, and the host of one of them."""

import django.db.models.deletion
from django.db import migrations, models

from scoring.guards.operations import WithoutGuards


class Migration(migrations.Migration):
    dependencies = [("scoring", "0003_settlements_and_standings")]

    operations = WithoutGuards(
        migrations.AddField(
            model_name="settlement",
            name="host",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.account",
            ),
        ),
        migrations.AlterField(
            model_name="settlement",
            name="mode",
            field=models.CharField(
                choices=[
                    ("fewest", "Fewest"),
                    ("tables_first", "Tables First"),
                    ("pair_by_pair", "Pair By Pair"),
                    ("one_host", "One Host"),
                ],
                max_length=12,
            ),
        ),
    )
