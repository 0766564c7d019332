"""The settlement page of one night for one visitor.

Knows what the page shows and in which order. Asks a fixed number of statements, whatever the number
of deals, people and payments.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actors import Actor
from scoring.selectors.members import ClubRow, get_club
from scoring.selectors.night_settlement import (
    NightSettlement,
    OpenQuestion,
    PastSettlement,
    get_night_settlement,
    list_settlements,
)
from scoring.selectors.nights import get_night
from scoring.selectors.previews import MODES, find_mode
from scoring.selectors.reckonings import Reckoning
from scoring.selectors.waiting import WaitingPhone, list_waiting_phones
from scoring.services.night_acts import list_acts, locks_at
from scoring.web.forms.base import ServiceForm
from scoring.web.forms.settlement import ConfirmForm, ReopenForm, SettleForm, UnlockForm
from scoring.web.qr import draw_qr
from scoring.web.settlement.naming import Naming
from scoring.web.settlement.payments import PAIRS, PaymentViews
from scoring.web.settlement.rows import (
    ActView,
    Bar,
    HistoryView,
    ModeView,
    PairView,
    PaymentView,
    PersonView,
    QuestionView,
    SettlementPage,
    Tried,
)
from scoring.web.settlement.sharing import share_settlement
from scoring.words import settling, terms

# The words of the address, by mode: `?cach=tung-cap`.
MODE_WORDS = {
    "fewest": "gon",
    "tables_first": "tung-ban",
    "pair_by_pair": "tung-cap",
    "one_host": "mot-nguoi",
}
ACT_WORDS = {"settle": "ket", "reopen": "mo-lai", "lock": "khoa", "unlock": "mo-khoa"}
USUAL = "fewest"
BAR_HALF = 100


def get_settlement_page(
    *,
    actor: Actor,
    slug: str,
    day: date,
    way: str = "",
    site: str,
    tried: Tried | None = None,
) -> SettlementPage:
    """The page; `way` is the word of a mode, `site` the address other phones reach this site by.

    `not_found` for strangers and for days without a night.
    """
    club = get_club(actor=actor, slug=slug)
    night = get_night(club=club, day=day)
    mode = find_mode(_mode_of(way)) or find_mode(USUAL)
    assert mode is not None
    found = get_night_settlement(night=night, mode=mode)
    here = {"slug": slug, "day": day}
    night_url = reverse("night", kwargs=here)
    naming = Naming.of(found, zone=ZoneInfo(club.time_zone), night_url=night_url)
    everybody = [*found.people, *found.others]
    widest = max((abs(one.points) for one in everybody), default=0)
    people = {one.key: _person(one, found, naming, actor, widest) for one in everybody}
    pairs = {
        (one.debtor, one.creditor): PairView(
            naming.name(one.debtor),
            naming.name(one.creditor),
            one.points,
            naming.reasons(one.reasons),
        )
        for one in found.pairs
    }
    views = PaymentViews(found, naming, slug, actor, club.role, people, pairs, tried)
    payments = views.planned()
    absent = [naming.name(key) for key in found.absent]
    standing = _standing(found, naming)
    persons = [people[one.key] for one in found.people]
    others = [people[one.key] for one in found.others]
    address = site + _address(found, mode, here)
    share = share_settlement(found, club, persons, others, payments, standing=standing, url=address)
    return SettlementPage(
        club=club,
        night=night,
        url=reverse("settlement", kwargs=here),
        night_url=night_url,
        state=night.state,
        n=found.plan.n,
        standing=standing,
        is_preview=found.plan.is_preview,
        is_pairs=_is_pairs(found, mode),
        is_all_square=found.is_all_square,
        people=persons,
        others=others,
        modes=_modes(found, mode, here),
        how_sure=_how_sure(found, payments),
        payments=payments,
        earlier=views.earlier(),
        pairs=list(pairs.values()),
        questions=[_question(one, naming) for one in found.questions],
        waiting=[_waiting(one, naming) for one in list_waiting_phones(night_id=night.id)],
        absent=absent,
        absent_said=terms.people(absent),
        acts=_acts(found, club, here, naming, tried),
        history=[_past(one, naming) for one in list_settlements(night_id=night.id)],
        share=share,
        qr=draw_qr(share.url),
        status=tried.form.status if tried else 200,
    )


def _mode_of(way: str) -> str:
    """The mode of a word in the address; a mode without a word is its own."""
    return next((mode for mode, word in MODE_WORDS.items() if word == way), way)


def _address(found: NightSettlement, mode: str, here: dict[str, Any]) -> str:
    """Where others see the payments that are shown here: a preview has several ways."""
    url = reverse("settlement", kwargs=here)
    is_other = found.plan.is_preview and mode != USUAL
    return f"{url}?cach={MODE_WORDS.get(mode, mode)}" if is_other else url


def _person(
    one: Reckoning, found: NightSettlement, naming: Naming, actor: Actor, widest: int
) -> PersonView:
    holder = found.holders[one.key]
    return PersonView(
        anchor=f"nguoi-{one.key}".replace(":", "-"),
        name=naming.name(one.key),
        full_name=naming.full_name(one.key),
        points=one.points,
        left_points=one.left_points,
        reasons=naming.reasons(one.reasons),
        payments=naming.reasons(one.payments),
        is_absent=one.key in found.absent,
        is_me=actor.login_id is not None and holder.login_id == actor.login_id,
        bar=_bar(one.points, widest),
    )


def _bar(points: int, widest: int) -> Bar:
    width = round(BAR_HALF * abs(points) / widest) if widest else 0
    return Bar(BAR_HALF - width if points < 0 else BAR_HALF, width)


def _standing(found: NightSettlement, naming: Naming) -> str:
    """Provisional or locked, and until when."""
    locked_at = locks_at(found)
    if found.night.state == "locked":
        return _("Đã khóa")
    if found.night.state == "open":
        return _("Tạm tính – buổi chưa kết sổ")
    if locked_at is not None:
        return _("Tạm tính – khóa lúc %(time)s") % {"time": naming.clock(locked_at)}
    if found.is_season_closed:
        return _("Đã kết sổ, mùa đã đóng")
    return _("Tạm tính – chưa tự khóa vì còn ván cần xem lại")


def _is_pairs(found: NightSettlement, mode: str) -> bool:
    """Debts between two instead of the plan: only beside a plan that joins them."""
    return not found.plan.is_preview and mode == PAIRS != found.plan.mode


def _modes(found: NightSettlement, mode: str, here: dict[str, Any]) -> Sequence[ModeView]:
    """Before settling every mode can be looked at; afterwards the plan, and pair by pair."""
    plan = found.plan
    shown = mode if plan.is_preview or _is_pairs(found, mode) else plan.mode
    url = reverse("settlement", kwargs=here)
    names = MODES if plan.is_preview else tuple(dict.fromkeys((plan.mode, PAIRS)))
    return [
        ModeView(
            name=name,
            label=settling.mode(name),
            said=settling.mode_said(name),
            url=f"{url}?cach={MODE_WORDS.get(name, name)}",
            is_here=name == shown,
        )
        for name in names
    ]


def _how_sure(found: NightSettlement, payments: Sequence[PaymentView]) -> str:
    if not payments:
        return ""
    return settling.how_sure(
        proven=found.plan.proven, payments=len(payments), lower_bound=found.plan.lower_bound
    )


def _question(one: OpenQuestion, naming: Naming) -> QuestionView:
    deal = naming.deal(one.table_id, one.number)
    if one.other_number is None:
        text = _("%(deal)s: đang có khiếu nại") % {"deal": deal}
    else:
        text = _("%(deal)s: nghi trùng với ván %(other)s") % {
            "deal": deal,
            "other": one.other_number,
        }
    return QuestionView(
        text[:1].upper() + text[1:], naming.deal_url(one.table_id, one.number), one.note
    )


def _waiting(one: WaitingPhone, naming: Naming) -> str:
    told = {"count": one.count, "name": one.name or "?", "clock": naming.clock(one.at)}
    return _("Còn %(count)s ván chưa gửi (máy %(name)s, %(clock)s)") % told


def _past(one: PastSettlement, naming: Naming) -> HistoryView:
    said = settling.made_so_far(
        payments=one.payment_count, made=one.made_count, points=one.made_points
    )
    return HistoryView(
        n=one.n,
        state=settling.plan_state(one.state),
        clock=naming.clock(one.made_at),
        author=one.author,
        mode=settling.mode(one.mode),
        said=said,
    )


def _acts(
    found: NightSettlement,
    club: ClubRow,
    here: dict[str, Any],
    naming: Naming,
    tried: Tried | None,
) -> Sequence[ActView]:
    """What this visitor may do with the night now; what was just refused stays, as it was typed."""
    names = list(list_acts(found, role=club.role))
    was = tried.name if tried and tried.payment_id is None else ""
    if was and was not in names:
        names.append(was)
    acts = [
        ActView(
            name=name,
            url=reverse("settlement-act", kwargs={**here, "act": ACT_WORDS[name]}),
            form=tried.form if tried and name == was else _act_form(name, found),
            is_tried=name == was,
        )
        for name in names
    ]
    hosts = [(one.key, naming.name(one.key)) for one in found.people]
    for act in acts:
        if isinstance(act.form, SettleForm):
            act.form.offer_hosts(hosts)
    return acts


def _act_form(name: str, found: NightSettlement) -> ServiceForm:
    if name == "settle":
        return SettleForm(initial={"mode": found.plan.mode}, auto_id="settle-%s")
    if name == "reopen":
        return ReopenForm(must_say_why=found.has_payments_made, auto_id="reopen-%s")
    if name == "unlock":
        return UnlockForm(auto_id="unlock-%s")
    return ConfirmForm(auto_id="lock-%s")
