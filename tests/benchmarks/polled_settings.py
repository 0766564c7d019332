"""The product as it is served, with one more address: an empty view, to measure others by."""

from phom_league.settings.embedded import *  # noqa: F403 - settings are made so

ROOT_URLCONF = "tests.benchmarks.polled_urls"
