from django.db import migrations, models

from scoring.guards.operations import WithoutGuards


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_settlements_and_standings"),
    ]

    operations = WithoutGuards(
        migrations.AddField(
            model_name="auditevent",
            name="idempotency_hash",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
    )
