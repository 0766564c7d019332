"""The one Django app: the books of the clubs."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Label `scoring`; the system checks are registered when it is ready."""

    name = "scoring"
    label = "scoring"
    verbose_name = "Sổ ván Phỏm"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the checks of `checks.py`."""
        from scoring import checks

        checks.register()
