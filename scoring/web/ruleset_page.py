"""Rule sets as pages show them: versions with where they are used; one version in words.

Knows what the pages show. Makes no sentence of its own.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring import messages
from scoring.actors import Actor
from scoring.engine import PRESETS, Ruleset
from scoring.permissions import Action, can, verify
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.rulesets import RulesetRow, VersionRow, get_version, list_rulesets
from scoring.selectors.samples import SampleRow, score_samples
from scoring.words.rulesets import Difference, Section, differences, ruleset_in_words
from scoring.words.rulesets.samples import sample_person, sample_title


@dataclass(frozen=True, slots=True)
class RulesetList:
    """The list of a club."""

    club: ClubRow
    rulesets: Sequence[RulesetRow]
    may_publish: bool


@dataclass(frozen=True, slots=True)
class SampleView:
    """A sample deal: what happens, and what each comes to under this version and the one before.

    `before` is empty where there is none, or nothing differs; `refused` says why such a deal is
    not known.
    """

    title: str
    net: Sequence[tuple[str, int]]
    before: Sequence[tuple[str, int]]
    refused: str


@dataclass(frozen=True, slots=True)
class VersionPage:
    """One version in words. `previous` is the version before, None for the first."""

    club: ClubRow
    version: VersionRow
    versions: Sequence[VersionRow]
    previous: VersionRow | None
    sections: Sequence[Section]
    differences: Sequence[Difference]
    samples: Sequence[SampleView]
    pretty: str
    may_publish: bool


def get_ruleset_list(*, actor: Actor, slug: str) -> RulesetList:
    """The rule sets of a club; `not_found` for strangers."""
    club = get_club(actor=actor, slug=slug)
    return RulesetList(club, list_rulesets(club_id=club.id), _may_publish(club))


def get_version_page(*, actor: Actor, slug: str, version_id: int) -> VersionPage:
    """One version; `not_found` for strangers and for versions of another club."""
    club = get_club(actor=actor, slug=slug)
    version, versions = get_version(club_id=club.id, version_id=version_id)
    previous = next((each for each in versions if each.n == version.n - 1), None)
    rules = version.rules
    before = previous.rules if previous else None
    return VersionPage(
        club=club,
        version=version,
        versions=versions,
        previous=previous,
        sections=ruleset_in_words(rules),
        differences=differences(before, rules) if before else [],
        samples=_samples(rules, before),
        pretty=pretty_json(rules),
        may_publish=_may_publish(club),
    )


def draft_rules(*, actor: Actor, slug: str, start: str) -> tuple[ClubRow, dict[str, Any]]:
    """What the form of a new version begins with: an existing version by its id, or a preset by
    its name; the defaults for anything else.

    Errors: `not_found`, `role_too_low`.
    """
    club = get_club(actor=actor, slug=slug)
    verify(Action.MANAGE_RULESETS, role=club.role)
    if start.isdecimal() and len(start) < 10:
        version, _ = get_version(club_id=club.id, version_id=int(start))
        return club, {"name": version.name, "rules": pretty_json(version.rules)}
    preset = start if start in PRESETS else "seed"
    return club, {"name": "", "rules": pretty_json(Ruleset.preset(preset))}


def pretty_json(rules: Ruleset) -> str:
    """Readable `phom-rules/1`: one option a line."""
    lines = [
        f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in rules.to_json().items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}"


def _samples(rules: Ruleset, before: Ruleset | None) -> Sequence[SampleView]:
    earlier = score_samples(before) if before else [None] * len(score_samples(rules))
    return [_sample(now, then) for now, then in zip(score_samples(rules), earlier, strict=True)]


def _sample(now: SampleRow, then: SampleRow | None) -> SampleView:
    is_other = then is not None and then.net_bets != now.net_bets
    return SampleView(
        title=sample_title(now.key),
        net=_net(now),
        before=_net(then) if then is not None and is_other else [],
        refused=messages.refusal(now.refused) if now.refused else "",
    )


def _net(sample: SampleRow) -> Sequence[tuple[str, int]]:
    return [(sample_person(seat), bets) for seat, bets in sample.net_bets.items()]


def _may_publish(club: ClubRow) -> bool:
    return can(Action.MANAGE_RULESETS, role=club.role)
