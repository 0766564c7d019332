# The image of the services: web, worker, beat and migrate differ only in their command.
FROM python:3.11-slim-bookworm AS build
ENV PYTHONDONTWRITEBYTECODE=1
RUN python -m venv /opt/phom
COPY requirements/core.txt /tmp/core.txt
RUN /opt/phom/bin/pip install --no-cache-dir --disable-pip-version-check \
    --require-hashes --only-binary :all: -r /tmp/core.txt
WORKDIR /app
COPY manage.py ./
COPY phom_league phom_league
COPY scoring scoring
COPY templates templates
# Collecting static files connects to nothing; the names only have to be there.
RUN /opt/phom/bin/python -m phom_league.translations \
 && DJANGO_SETTINGS_MODULE=phom_league.settings.production SECRET_KEY=unused ALLOWED_HOSTS=unused \
    DATABASE_URL=postgresql:///unused CELERY_BROKER_URL=redis://unused CACHE_URL=redis://unused \
    /opt/phom/bin/python manage.py collectstatic --no-input --verbosity 0

FROM python:3.11-slim-bookworm
ENV PATH=/opt/phom/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=phom_league.settings.production
RUN useradd --system --uid 10001 --no-create-home phom
COPY --from=build /opt/phom /opt/phom
COPY --from=build /app /app
WORKDIR /app
USER phom
EXPOSE 8000
CMD ["gunicorn", "--config", "python:phom_league.gunicorn"]
