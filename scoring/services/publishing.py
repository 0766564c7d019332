"""Publishing versions of rule sets and policies: one way for both.

A version is canonical text and its hash; it never changes, and the same text again is the same
version.
"""

import hashlib
from typing import overload

from scoring.actors import Actor
from scoring.models import Policy, PolicyVersion, Ruleset, RulesetVersion
from scoring.services.audit import write_event


@overload
def publish(*, actor: Actor, owner: Ruleset, canonical: str) -> RulesetVersion: ...
@overload
def publish(*, actor: Actor, owner: Policy, canonical: str) -> PolicyVersion: ...
def publish(
    *, actor: Actor, owner: Ruleset | Policy, canonical: str
) -> RulesetVersion | PolicyVersion:
    """The next version of its owner, audited; the caller holds the club's lock."""
    latest = _latest(owner)
    if latest is not None and latest.canonical == canonical:
        return latest
    version = add_version(owner, canonical)
    kind = "ruleset" if isinstance(owner, Ruleset) else "policy"
    write_event(
        actor=actor,
        club_id=owner.club_id,
        action=f"{kind}.publish",
        object_kind=kind,
        object_id=owner.pk,
        before=None if latest is None else {"n": latest.n, "sha256": latest.sha256},
        after={"n": version.n, "sha256": version.sha256},
    )
    return version


@overload
def add_version(owner: Ruleset, canonical: str) -> RulesetVersion: ...
@overload
def add_version(owner: Policy, canonical: str) -> PolicyVersion: ...
@overload
def add_version(owner: Ruleset | Policy, canonical: str) -> RulesetVersion | PolicyVersion: ...
def add_version(owner: Ruleset | Policy, canonical: str) -> RulesetVersion | PolicyVersion:
    """One more version, numbered on from the last; not audited."""
    latest = _latest(owner)
    return owner.versions.create(
        n=1 if latest is None else latest.n + 1,
        canonical=canonical,
        sha256=hashlib.sha256(canonical.encode()).hexdigest(),
    )


def _latest(owner: Ruleset | Policy) -> RulesetVersion | PolicyVersion | None:
    return owner.versions.order_by("-n").first()
