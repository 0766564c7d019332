"""Settings of a server of the next release: its worker is another one."""

from phom_league.settings.embedded import *  # noqa: F403 - all of them but one

RELEASE = "the next one"
