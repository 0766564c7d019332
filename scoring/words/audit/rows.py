"""An event told whole, for programs and spreadsheets; and who did it.

Keys and columns are the same in every language; sentences are in the one of the reader.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.actors import ActorKind
from scoring.words.audit.changes import changes
from scoring.words.audit.sentences import person, sentence
from scoring.words.audit.told import Called, Doer, Event
from scoring.words.terms import Word

ACTORS: dict[str, Word] = {
    ActorKind.DEVICE: gettext_lazy("Máy vào bằng mã"),
    ActorKind.SYSTEM: gettext_lazy("Máy chủ"),
    ActorKind.IMPORT: gettext_lazy("Tệp nhập vào"),
}
COLUMNS = (
    "id",
    "at",
    "night",
    "actor",
    "actor_kind",
    "action",
    "object_kind",
    "object_id",
    "sentence",
    "changes",
    "before",
    "after",
    "note",
)


def who(actor: Doer, called: Called) -> str:
    """Who did it: the player of the login, else its user name; a phone by its label."""
    if actor.kind == ActorKind.LOGIN:
        return person(actor.player, called) or actor.username
    if actor.kind == ActorKind.DEVICE:
        return actor.label or _("máy %(code)s") % {"code": str(actor.device_id)[:4]}
    return str(ACTORS.get(actor.kind, actor.kind))


def to_json(event: Event, called: Called) -> Mapping[str, Any]:
    """The event under the keys of COLUMNS; `at` is ISO with its zone, `night` the club day."""
    return {
        "id": event.id,
        "at": event.at.isoformat(),
        "night": event.day.isoformat() if event.day else None,
        "actor": who(event.actor, called),
        "actor_kind": str(event.actor.kind),
        "action": event.action,
        "object_kind": event.object_kind,
        "object_id": event.object_id,
        "sentence": sentence(event, called),
        "changes": [change.text for change in changes(event, called)],
        "before": event.before or None,
        "after": event.after or None,
        "note": event.note,
    }


def to_cells(event: Event, called: Called) -> Sequence[object]:
    """The same as one flat row: changes joined, before and after as JSON."""
    told = dict(to_json(event, called))
    told["changes"] = "; ".join(told["changes"])
    for key in ("before", "after"):
        told[key] = json.dumps(told[key], ensure_ascii=False) if told[key] else ""
    return [told[column] for column in COLUMNS]
