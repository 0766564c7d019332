"""What the settlement page gives to be shared: balances, and who pays whom.

Knows the rows of the page.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.selectors.members import ClubRow
from scoring.selectors.night_settlement import NightSettlement
from scoring.web.settlement.rows import PaymentView, PersonView
from scoring.web.sharing import Below, Holder, Line, Share
from scoring.words import settling, sharing


def share_settlement(
    found: NightSettlement,
    club: ClubRow,
    people: Sequence[PersonView],
    others: Sequence[PersonView],
    payments: Sequence[PaymentView],
    *,
    standing: str,
    url: str,
) -> Share:
    """The night as its settlement page shows it; `url` is the page's address, seen from outside."""
    labels = [table.label for table in found.tables]
    return Share(
        club=club.name,
        day=found.night.day,
        facts=[
            *([sharing.tables(labels)] if labels else []),
            settling.deal_count(found.night.deal_count),
        ],
        people=[Holder(one.name, one.points) for one in people],
        others=[Holder(one.name, one.points) for one in others if one.points],
        below=_payments(found, payments),
        is_locked=found.night.state == "locked",
        standing=standing,
        url=url,
        is_settling=True,
    )


def _payments(found: NightSettlement, payments: Sequence[PaymentView]) -> Below:
    title = _("Ai trả ai")
    if found.is_all_square:
        square = _("Hòa cả làng – không ai trả ai")
        return Below(title, said=[square], nothing=square)
    lines = [
        Line(
            one.payer,
            one.points,
            payee=one.payee,
            is_done=one.is_done if one.state else None,
        )
        for one in payments
    ]
    said = [sharing.payment_line(one.payer, one.payee, one.points, one.state) for one in payments]
    nothing = _("Không còn ai phải trả ai")
    return Below(title, lines, said=said or [nothing], nothing=nothing)
