"""What a club's tables do after a deal."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_idempotency_hash")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="rotates_loser",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="swaps_after_u",
            field=models.BooleanField(default=False),
        ),
    ]
