"""Publishing rule sets: a version never changes, an edit is a new version."""

from django.db import transaction

from scoring.actors import Actor
from scoring.engine import Ruleset as Rules
from scoring.engine import canonical_json
from scoring.models import Club, Ruleset, RulesetVersion
from scoring.names import name_key
from scoring.permissions import Action
from scoring.selectors.rulesets import get_ruleset_version
from scoring.services import locks, publishing
from scoring.services.audit import write_event
from scoring.services.inputs import verify_name
from scoring.services.rights import verify_in_club

FIRST_NAME = "Luật CLB"


@transaction.atomic
def publish_ruleset(*, actor: Actor, club_id: int, name: str, rules: Rules) -> RulesetVersion:
    """The next version of the rule set of this name, made if it is new.

    The same content again is the same version.

    Errors: `not_found`, `role_too_low`, `name_empty`; rules out of range never become a `Rules`.
    """
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_RULESETS)
    name = verify_name(name, at_most=120)
    ruleset, _ = Ruleset.objects.get_or_create(
        club_id=club_id, name_key=name_key(name), defaults={"name": name}
    )
    canonical = canonical_json(rules.to_json())
    return publishing.publish(actor=actor, owner=ruleset, canonical=canonical)


@transaction.atomic
def set_default_ruleset(*, actor: Actor, club_id: int, version_id: int) -> None:
    """The rule set new tables of the club open under. Errors: `ruleset_unknown`."""
    locks.lock_club(club_id)
    verify_in_club(actor=actor, club_id=club_id, action=Action.MANAGE_RULESETS)
    version = get_ruleset_version(club_id=club_id, version_id=version_id)
    before = Club.objects.values_list("default_ruleset_version_id", flat=True).get(pk=club_id)
    Club.objects.filter(pk=club_id).update(default_ruleset_version=version)
    write_event(
        actor=actor,
        club_id=club_id,
        action="ruleset.default",
        object_kind="club",
        object_id=club_id,
        before={"ruleset_version_id": before},
        after={"ruleset_version_id": version_id},
    )


def publish_first(*, club_id: int) -> RulesetVersion:
    """The seed rules, for a club that is being made."""
    ruleset = Ruleset.objects.create(
        club_id=club_id, name=FIRST_NAME, name_key=name_key(FIRST_NAME)
    )
    return publishing.add_version(ruleset, canonical_json(Rules.preset("seed").to_json()))
