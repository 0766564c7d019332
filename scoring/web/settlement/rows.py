"""What the settlement page shows, row by row. Frozen; names are already said, points are signed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from scoring.selectors.members import ClubRow
from scoring.selectors.nights import NightRow
from scoring.web.forms.base import ServiceForm
from scoring.web.sharing import Share


@dataclass(frozen=True, slots=True)
class PartView:
    """Points from one deal or one line beside the deals; `url` leads to the deal, if it is one."""

    label: str
    url: str
    points: int


@dataclass(frozen=True, slots=True)
class ReasonView:
    """Points of one reason and what they come from."""

    label: str
    points: int
    parts: Sequence[PartView]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the middle of a field of 200: to the right for points won, else to the left."""

    x: int
    width: int


@dataclass(frozen=True, slots=True)
class PersonView:
    """A balance: what was played, the payments made, what is left, and why."""

    anchor: str
    name: str
    full_name: str
    points: int
    left_points: int
    reasons: Sequence[ReasonView]
    payments: Sequence[ReasonView]
    is_absent: bool
    is_me: bool
    bar: Bar

    @property
    def told(self) -> Sequence[ReasonView]:
        """The reasons that made a difference."""
        return [one for one in self.reasons if one.points]

    @property
    def owed_points(self) -> int:
        """What is left to pay, above zero."""
        return -self.left_points

    @property
    def is_settled(self) -> bool:
        """Did payments change what is left?"""
        return bool(self.payments)


@dataclass(frozen=True, slots=True)
class PairView:
    """What one owes another from the deals between the two."""

    debtor: str
    creditor: str
    points: int
    reasons: Sequence[ReasonView]

    @property
    def owed(self) -> int:
        """The debt as the debtor's side has it, below zero."""
        return -self.points


@dataclass(frozen=True, slots=True)
class WhyView:
    """Why somebody pays somebody: both balances, the group that squares, and the debts behind it.

    `debts` are those of the payer, owed and owing; `pair` is there where the payment is nothing but
    what the two owe each other.
    """

    people: Sequence[PersonView]
    group: Sequence[tuple[str, int]]
    debts: Sequence[PairView]
    pair: PairView | None


@dataclass(frozen=True, slots=True)
class StepView:
    """A button of a payment: where it goes, what it is called, and what it takes to be typed."""

    name: str
    url: str
    form: ServiceForm | None = None


@dataclass(frozen=True, slots=True)
class PaymentView:
    """A payment, planned or made. `steps` are by name those this visitor may take; `tried` is the
    name of the step that was just refused.
    """

    anchor: str
    payer: str
    payee: str
    points: int
    state: str
    state_said: str
    clock: str
    note: str
    is_mine: bool
    is_earlier: bool
    is_contrary: bool
    is_taken_back: bool
    why: WhyView | None
    steps: dict[str, StepView] = field(default_factory=dict)
    tried: str = ""

    @property
    def is_done(self) -> bool:
        """Nothing is left to hand over."""
        return self.state in {"paid", "confirmed", "waived"}

    @property
    def has_more(self) -> bool:
        """Is there anything under "Việc khác"?"""
        return bool({"waive", "split", "contrary"} & self.steps.keys())


@dataclass(frozen=True, slots=True)
class ActView:
    """Something to be done with the night: settle, reopen, lock, unlock."""

    name: str
    url: str
    form: ServiceForm
    is_tried: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A deal somebody has to decide before the night can be locked."""

    text: str
    url: str
    note: str


@dataclass(frozen=True, slots=True)
class HistoryView:
    """The n-th settling, in words."""

    n: int
    state: str
    clock: str
    author: str
    mode: str
    said: str


@dataclass(frozen=True, slots=True)
class ModeView:
    """A way of looking at who pays whom."""

    name: str
    label: str
    said: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """All the template needs."""

    club: ClubRow
    night: NightRow
    url: str
    night_url: str
    state: str
    n: int | None
    standing: str
    is_preview: bool
    is_pairs: bool
    is_all_square: bool
    people: Sequence[PersonView]
    others: Sequence[PersonView]
    modes: Sequence[ModeView]
    how_sure: str
    payments: Sequence[PaymentView]
    earlier: Sequence[PaymentView]
    pairs: Sequence[PairView]
    questions: Sequence[QuestionView]
    waiting: Sequence[str]
    absent: Sequence[str]
    absent_said: str
    acts: Sequence[ActView]
    history: Sequence[HistoryView]
    share: Share
    qr: str
    status: int = 200

    @property
    def open_payments(self) -> int:
        """How many payments of the plan are not made yet."""
        return sum(not one.is_done for one in self.payments)


@dataclass(frozen=True, slots=True)
class Tried:
    """What a visitor just tried and was refused: the step or act, the payment, and their form with
    everything typed.
    """

    name: str
    form: ServiceForm
    payment_id: UUID | None = None
