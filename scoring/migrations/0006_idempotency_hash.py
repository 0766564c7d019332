from django.db import migrations, models

from scoring.guards.operations import WithoutGuards


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0005_adjustments_stay_in_their_club"),
    ]

    operations = WithoutGuards(
        migrations.AddField(
            model_name="auditevent",
            name="idempotency_hash",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
    )
