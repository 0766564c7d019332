"""Before → after in words: places and points, stake, rules, seats, roles, days, states.

Knows what each service writes beside an event. What it does not know it leaves out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.words import figures, terms
from scoring.words.audit.sentences import day, person
from scoring.words.audit.told import Called, Event, Objects, Seat
from scoring.words.fields import FIELDS
from scoring.words.terms import Word

PAYMENT_STATES: dict[str, Word] = {
    "proposed": gettext_lazy("chưa trả"),
    "paid": gettext_lazy("đã trả"),
    "confirmed": gettext_lazy("đã nhận"),
    "waived": gettext_lazy("bỏ qua"),
    "cancelled": gettext_lazy("không còn tính"),
}
_CODE_ROLES: dict[str, Word] = {
    "scorer": gettext_lazy("ghi điểm"),
    "viewer": gettext_lazy("chỉ xem"),
    "member": gettext_lazy("chỉ xem"),
}
MODES: dict[str, Word] = {
    "fewest": gettext_lazy("gọn"),
    "tables_first": gettext_lazy("từng bàn trước"),
    "pair_by_pair": gettext_lazy("theo từng cặp"),
    "one_host": gettext_lazy("qua một người thu trả"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different; `before` is empty where there was nothing before."""

    label: str
    before: str
    after: str

    @property
    def text(self) -> str:
        """Lan: bét −3 → ba −2."""
        said = f"{self.before} → {self.after}" if self.before else self.after
        return f"{self.label}: {said}" if self.label else said


def changes(event: Event, called: Called) -> Sequence[Change]:
    """Everything that is different after the event, in the order a reader looks for it."""
    return [
        *_seats(event, called),
        *_pots(event),
        *_terms(event, called),
        *_named(event),
    ]


def _seats(event: Event, called: Called) -> Iterator[Change]:
    """Who was placed how, and with what points; for a correction only what changed."""
    before = {seat.person.player_id: seat for seat in event.seats_before}
    after = {seat.person.player_id: seat for seat in event.seats_after}
    for player_id in dict.fromkeys([*after, *before]):
        old, new = before.get(player_id), after.get(player_id)
        seat = new or old
        assert seat is not None
        name = person(seat.person, called)
        if old is None and new is not None:
            yield Change(name, "" if not before else "0", _standing(new))
        elif new is None and old is not None:
            yield Change(name, _standing(old), "0")
        elif old is not None and new is not None and _standing(old) != _standing(new):
            yield Change(name, _standing(old), _standing(new))


def _standing(seat: Seat) -> str:
    """Bét −3; ù tròn +36; móm −4; −6 for who has no place."""
    points = figures.signed(seat.points)
    if seat.u_kind:
        return f"{terms.u_kind(seat.u_kind)} {points}"
    if seat.is_mom:
        return f"{_('móm')} {points}"
    if seat.place is not None and seat.place <= seat.seat_count:
        return f"{terms.place(seat.place, seat.seat_count)} {points}"
    return points


def _pots(event: Event) -> Iterator[Change]:
    """Deals that followed because the pot before them changed."""
    for followed in event.after.get("followed", []):
        yield Change(
            _("Gà trước ván %(number)s") % {"number": figures.number(followed["number"])},
            figures.number(followed["pot_before_points"]),
            figures.number(followed["pot_after_points"]),
        )


def _terms(event: Event, called: Called) -> Iterator[Change]:
    before, after, objects = event.before, event.after, event.objects
    for key, label, say in (
        ("stake_points", _("Mức cược"), _stake),
        ("ruleset_version_id", _("Luật"), _version),
    ):
        if key in after and before.get(key) != after[key] and not _is_deal(event, before):
            yield Change(label, say(before.get(key), objects), say(after[key], objects))
    for key, label in (("seats", _("Chỗ ngồi")), ("bench", _("Ghế chờ"))):
        if key in after and before.get(key, []) != after[key]:
            yield Change(
                label,
                _people(before[key], objects, called) if key in before else "",
                _people(after[key], objects, called),
            )


def _is_deal(event: Event, before: Mapping[str, Any]) -> bool:
    """A deal just recorded was played for the table's stake: nothing that changed."""
    return event.action.startswith("deal.") and not before


def _stake(value: object, objects: Objects) -> str:
    return figures.number(value) if isinstance(value, int) else ""


def _version(value: object, objects: Objects) -> str:
    found = objects.ruleset_versions.get(value) if isinstance(value, int) else None
    return _("%(name)s bản %(n)s") % {"name": found[0], "n": found[1]} if found else ""


def _people(ids: Sequence[str], objects: Objects, called: Called) -> str:
    names = [person(objects.people.get(each), called) or "?" for each in ids]
    return ", ".join(names) or _("không ai")


def _named(event: Event) -> Iterator[Change]:
    """Roles, states, days and modes."""
    before, after, action = event.before, event.after, event.action
    if action == "role.set":
        yield Change("", _role(before.get("role")), _role(after.get("role")))
    elif action.startswith("payment.") and before.get("state") != after.get("state"):
        yield Change("", _state(before.get("state")), _state(after.get("state")))
    elif action in {"season.open", "season.days"}:
        yield Change("", _days(before), _days(after))
    elif action == "season.policy":
        yield Change("", _policy(before, event.objects), _policy(after, event.objects))
    elif action in {"code.create", "device.join"}:
        role = str(after.get("role"))
        yield Change("", "", str(_CODE_ROLES.get(role, role)))
    elif action == "night.settle":
        yield Change("", "", str(MODES.get(str(after.get("mode")), "")))
    elif action == "club.change":
        yield from _club(before, after)
    elif action in {"player.add", "player.claim"}:
        yield from _guest(before, after)


def _club(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """How the club counts its days, and its habits; of its name only that it changed."""
    for field, value in after.items():
        label = str(FIELDS.get(field, field)).capitalize()
        if field == "name":
            yield Change(label, "", _("đã đổi"))
        else:
            yield Change(label, _club_value(before.get(field, "")), _club_value(value))


def _club_value(value: object) -> str:
    """Words and numbers as they are; yes and no in words."""
    if isinstance(value, bool):
        return pgettext("thói quen", "có") if value else pgettext("thói quen", "không")
    return str(value)


def _guest(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """A guest who came, or who is a guest no longer."""
    if after.get("is_guest"):
        yield Change("", "", pgettext("người chơi", "khách"))
    elif before.get("is_guest"):
        yield Change("", pgettext("người chơi", "khách"), str(terms.ROLES["member"]))


def _role(role: object) -> str:
    return str(terms.ROLES.get(str(role), role)) if role else _("không có vai trò")


def _state(state: object) -> str:
    return str(PAYMENT_STATES.get(str(state), state))


def _days(value: Mapping[str, Any]) -> str:
    if not value:
        return ""
    return f"{day(value.get('first_day'))} – {day(value.get('last_day'))}"


def _policy(value: Mapping[str, Any], objects: Objects) -> str:
    found = objects.policy_versions.get(value.get("policy_version_id") or 0)
    if found is None:
        return _("mặc định")
    return _("%(name)s bản %(n)s") % {"name": found[0], "n": found[1]}
