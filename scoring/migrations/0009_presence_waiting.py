from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0008_presence"),
    ]

    operations = [
        migrations.AddField(
            model_name="presence",
            name="waiting",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="presence",
            name="waiting_at",
            field=models.DateTimeField(null=True),
        ),
    ]
