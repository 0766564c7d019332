"""The web application as servers load it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.embedded")

application = get_wsgi_application()
