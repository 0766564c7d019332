"""Whether a club's tables write down hand points."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0009_presence_waiting")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="counts_points",
            field=models.BooleanField(default=False),
        ),
    ]
