"""One sentence for everything a service can do.

Knows every action and what its sentence names. An action without a sentence fails a test, and is
shown by its code.
"""

from collections.abc import Callable
from datetime import date

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.words import figures, terms
from scoring.words.audit.told import Called, Event, Person
from scoring.words.terms import Word

GROUPS: dict[str, Word] = {
    "deal": pgettext_lazy("nhóm việc", "Ván"),
    "terms": pgettext_lazy("nhóm việc", "Mức cược, luật, chỗ ngồi"),
    "night": pgettext_lazy("nhóm việc", "Buổi"),
    "table": pgettext_lazy("nhóm việc", "Bàn"),
    "duplicate": pgettext_lazy("nhóm việc", "Nghi trùng"),
    "dispute": pgettext_lazy("nhóm việc", "Khiếu nại"),
    "adjustment": pgettext_lazy("nhóm việc", "Ghi tay, thưởng phạt"),
    "payment": pgettext_lazy("nhóm việc", "Trả và nhận"),
    "player": pgettext_lazy("nhóm việc", "Người chơi"),
    "role": pgettext_lazy("nhóm việc", "Vai trò"),
    "code": pgettext_lazy("nhóm việc", "Mã vào bàn"),
    "device": pgettext_lazy("nhóm việc", "Máy vào bàn"),
    "season": pgettext_lazy("nhóm việc", "Mùa giải"),
    "policy": pgettext_lazy("nhóm việc", "Cách xếp hạng"),
    "ruleset": pgettext_lazy("nhóm việc", "Luật chơi"),
    "club": pgettext_lazy("nhóm việc", "CLB"),
}
"""What comes before the dot of an action, in the order of the filter."""

SENTENCES: dict[str, Word] = {
    "deal.record": gettext_lazy("Ghi ván %(number)s"),
    "deal.correct": gettext_lazy("Sửa ván %(number)s"),
    "deal.void": gettext_lazy("Hủy ván %(number)s"),
    "deal.restore": gettext_lazy("Khôi phục ván %(number)s"),
    "deal.follow": gettext_lazy("Tính lại ván %(number)s vì gà đổi"),
    "deal.rescore": gettext_lazy("Tính lại ván %(number)s"),
    "duplicate.keep": gettext_lazy("Giữ cả ván %(number)s và ván %(other)s"),
    "duplicate.drop": gettext_lazy("Ván %(number)s và ván %(other)s là một: bỏ ván trùng"),
    "duplicate.drop_all": gettext_lazy("Bỏ các ván trùng của một máy, gồm ván %(number)s"),
    "dispute.raise": gettext_lazy("Khiếu nại ván %(number)s"),
    "dispute.settle": gettext_lazy("Giải quyết khiếu nại ván %(number)s"),
    "terms.change": gettext_lazy("%(table)s: đổi từ ván %(from_number)s"),
    "terms.cancel": gettext_lazy("%(table)s: bỏ lần đổi trước, từ ván %(from_number)s"),
    "night.open": gettext_lazy("Mở buổi %(day)s"),
    "night.settle": gettext_lazy("Kết sổ buổi %(day)s"),
    "night.replan": gettext_lazy("Tính lại ai trả ai của buổi %(day)s"),
    "night.reopen": gettext_lazy("Mở lại buổi %(day)s"),
    "night.lock": gettext_lazy("Khóa buổi %(day)s"),
    "night.unlock": gettext_lazy("Bỏ khóa buổi %(day)s"),
    "table.open": gettext_lazy("Mở %(table)s"),
    "payment.paid": gettext_lazy("%(payer)s đã trả %(payee)s %(points)s"),
    "payment.take_back": gettext_lazy("Bỏ dấu đã trả: %(payer)s → %(payee)s, %(points)s"),
    "payment.confirm": gettext_lazy("%(payee)s xác nhận đã nhận của %(payer)s %(points)s"),
    "payment.waive": gettext_lazy("Bỏ qua khoản %(payer)s → %(payee)s, %(points)s"),
    "payment.split": gettext_lazy("Tách khoản %(payer)s → %(payee)s, %(points)s"),
    "payment.contrary": gettext_lazy("Ghi ngược lại: %(payer)s → %(payee)s, %(points)s"),
    "adjustment.night": gettext_lazy("Ghi tay: %(payer)s → %(payee)s, %(points)s"),
    "adjustment.season": gettext_lazy("Thưởng phạt cả mùa: %(payee)s %(signed)s"),
    "adjustment.cancel": gettext_lazy("Hủy một dòng ghi tay hoặc thưởng phạt"),
    "player.add": gettext_lazy("Thêm người chơi %(name)s"),
    "player.rename": gettext_lazy("Đổi tên người chơi, nay là %(name)s"),
    "player.claim": gettext_lazy("Gắn tài khoản %(login)s với %(name)s"),
    "player.merge": gettext_lazy("Gộp %(name)s vào %(into)s"),
    "player.unmerge": gettext_lazy("Tách %(name)s khỏi %(into)s"),
    "role.set": gettext_lazy("Đổi vai trò của %(login)s"),
    "code.create": gettext_lazy("Tạo mã vào %(table)s"),
    "code.revoke": gettext_lazy("Thu hồi mã vào %(table)s"),
    "device.join": gettext_lazy("Một máy vào %(table)s bằng mã"),
    "season.open": gettext_lazy("Mở mùa %(season)s"),
    "season.days": gettext_lazy("Đổi ngày của mùa %(season)s"),
    "season.policy": gettext_lazy("Đổi cách xếp hạng của mùa %(season)s"),
    "season.close": gettext_lazy("Kết thúc mùa %(season)s"),
    "season.reopen": gettext_lazy("Mở lại mùa %(season)s"),
    "policy.publish": gettext_lazy("Ban hành cách xếp hạng %(policy)s, bản %(n)s"),
    "ruleset.publish": gettext_lazy("Ban hành %(ruleset)s, bản %(n)s"),
    "ruleset.default": gettext_lazy("Đổi luật mặc định cho bàn mới"),
    "club.create": gettext_lazy("Lập CLB"),
    "club.change": gettext_lazy("Đổi cài đặt CLB"),
    "club.close": gettext_lazy("Đóng CLB"),
}

ENDS: dict[str, Word] = {
    "pot": terms.POT,
    "fund": gettext_lazy("Quỹ"),
    "carried_pot": gettext_lazy("Gà mang sang"),
}


def sentence(event: Event, called: Called) -> str:
    """What was done, in a sentence without an end; by its code where there are no words."""
    words = SENTENCES.get(event.action)
    return str(words) % _Said(event, called) if words is not None else event.action


class _Said(dict[str, str]):
    """Values for a sentence, looked up when it asks; what is not known is a question mark."""

    def __init__(self, event: Event, called: Called) -> None:
        super().__init__()
        self._event, self._called = event, called

    def __missing__(self, key: str) -> str:
        return _VALUES[key](self._event, self._called) or "?"


def person(who: Person | str | None, called: Called) -> str:
    """A person by what they are called here, an account of the club by its kind."""
    if who is None:
        return ""
    if isinstance(who, str):
        return str(ENDS.get(who, who))
    return called.get(who.player_id, who.name)


def day(value: date | str | None) -> str:
    """A day as the language writes it."""
    if not value:
        return ""
    known = date.fromisoformat(value) if isinstance(value, str) else value
    return format_date(known, pgettext("mẫu ngày của Django", "d/m/Y"))


def table(event: Event) -> str:
    """The label of the table the event is about."""
    objects, said = event.objects, event.after.get("table_id")
    if said is None and event.action.startswith("table."):
        said = int(event.object_id)
    if said is None and event.action == "code.revoke":
        said = objects.codes.get(int(event.object_id))
    found = objects.tables.get(said) if said is not None else None
    return found.label if found else ""


def _number(event: Event, called: Called) -> str:
    deal = event.objects.deals.get(event.object_id)
    return figures.number(deal.number) if deal else ""


def _other(event: Event, called: Called) -> str:
    deal = event.objects.deals.get(str(event.after.get("other")))
    return figures.number(deal.number) if deal else ""


def _name(event: Event, called: Called) -> str:
    return person(event.objects.people.get(event.object_id), called)


def _into(event: Event, called: Called) -> str:
    said = event.after.get("merged_into") or event.before.get("merged_into")
    return person(event.objects.people.get(str(said)), called)


def _login(event: Event, called: Called) -> str:
    said = event.after.get("login_id")
    if said is None and event.action.startswith("role."):
        said = int(event.object_id)
    return event.objects.logins.get(said, "") if said is not None else ""


def _end(name: str) -> Callable[[Event, Called], str]:
    def end(event: Event, called: Called) -> str:
        hand = event.objects.hands.get(event.object_id)
        return person(getattr(hand, name), called) if hand else ""

    return end


def _points(event: Event, called: Called) -> str:
    hand = event.objects.hands.get(event.object_id)
    return figures.points(hand.points) if hand else ""


def _signed(event: Event, called: Called) -> str:
    hand = event.objects.hands.get(event.object_id)
    return figures.signed(hand.points) if hand else ""


_VALUES: dict[str, Callable[[Event, Called], str]] = {
    "number": _number,
    "other": _other,
    "table": lambda event, called: table(event),
    "from_number": lambda event, called: figures.number(event.after["from_number"]),
    "day": lambda event, called: day(event.day or event.after.get("day")),
    "payer": _end("payer"),
    "payee": _end("payee"),
    "points": _points,
    "signed": _signed,
    "name": _name,
    "into": _into,
    "login": _login,
    "season": lambda event, called: event.objects.seasons.get(int(event.object_id), ""),
    "policy": lambda event, called: event.objects.policies.get(int(event.object_id), ""),
    "ruleset": lambda event, called: event.objects.rulesets.get(int(event.object_id), ""),
    "n": lambda event, called: figures.number(event.after["n"]),
}
