"""What is said after a deal was saved: who got what, which ù followed, and a possible double."""

from django.contrib import messages as notices
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.selectors.deals import DealRow, get_deal
from scoring.services.deals import DealAnswer
from scoring.web.people import Called, call
from scoring.words import figures


def say_saved(request: HttpRequest, *, actor: Actor, answer: DealAnswer, called: Called) -> None:
    """One notice for the deal, one for every deal that followed, one where it may be a double."""
    row = get_deal(actor=actor, deal_id=answer.deal_id)
    notices.success(request, _saved(row, called))
    for followed in answer.followed:
        said = {
            "number": followed.number,
            "before": figures.number(followed.pot_before_points),
            "after": figures.number(followed.pot_after_points),
        }
        notices.info(request, _("Ván %(number)s: gà %(before)s → %(after)s.") % said)
    if answer.doubles is not None:
        notices.warning(
            request,
            _("Ván %(number)s có thể trùng với ván máy khác đã ghi.") % {"number": row.number},
        )


def _saved(row: DealRow, called: Called) -> str:
    said = {"number": row.number, "points": _points(row, called)}
    if row.kind == "void":
        return _("Đã hủy ván %(number)s.") % said
    if row.kind == "restore":
        return _("Đã khôi phục ván %(number)s. %(points)s") % said
    if not row.seats:
        return _("Đã lưu ván %(number)s: ván hủy, không ai trả ai.") % said
    return _("Đã lưu ván %(number)s. %(points)s") % said


def _points(row: DealRow, called: Called) -> str:
    nets = sorted(row.seats, key=lambda seat: -seat.net_points)
    return " · ".join(
        f"{call(seat.person, called)} {figures.signed(seat.net_points)}" for seat in nets
    )
