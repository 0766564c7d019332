"""Why a sheet or a rule set is refused: a code with values, never a sentence.

Knows the codes of the rule book. Knows nothing of sheets or rule sets, and no language:
people read sentences made elsewhere from the code and its values.
Section 7 of docs/rules.md.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The reasons for a refusal, in the order in which the checks run."""

    RULESET_INVALID = "ruleset_invalid"
    """The rule set has an unknown key, a wrong type or a value outside its set: `field`."""

    SHEET_INVALID = "sheet_invalid"
    """The sheet is not of the shape `phom-sheet/1`: `path`, and `card` where it is no card."""

    SEAT_COUNT = "seat_count"
    """A deal has two, three or four seats."""

    PLAYER_REPEATED = "player_repeated"
    """One player sits, or wins, twice: `seat`."""

    ENDING_UNKNOWN = "ending_unknown"
    """The ending is none of normal, u, fault, drawn, void."""

    UNKNOWN_PLAYER = "unknown_player"
    """Somebody is named who does not sit in this deal: `seat`."""

    ORDER_INVALID = "order_invalid"
    """An order names a seat twice or a stranger, or contradicts `finish`: `path`, `seat`."""

    POINTS_OUT_OF_RANGE = "points_out_of_range"
    """Hand points are 0 to 130: `path`, `seat`."""

    AMOUNT_INVALID = "amount_invalid"
    """A multiplier, times, pot or number of bets is outside its range: `path`."""

    POT_NOT_ENABLED = "pot_not_enabled"
    """There is something in the pot, but the rule set has none (R-40): `path`."""

    TOO_MANY_CARDS = "too_many_cards"
    """A hand has at most ten cards: `seat`."""

    CARD_REPEATED = "card_repeated"
    """A card is in the deal twice: `seat` of the second, `card`."""

    MELD_INVALID = "meld_invalid"
    """The cards are no set and no run: `seat`, `card` (the first of the meld)."""

    CARDS_CONTRADICT_POINTS = "cards_contradict_points"
    """The cards give other points, or say otherwise whether the seat is móm: `seat`."""

    FEEDER_NOT_PREVIOUS_SEAT = "feeder_not_previous_seat"
    """Only the previous seat can feed (R-10): `seat`, the feeder that was named."""

    TOO_MANY_EATS = "too_many_eats"
    """A seat eats at most three times (R-14): `seat`."""

    U_WINNER_MISSING = "u_winner_missing"
    """The deal ended with an ù and nobody is named as its winner."""

    U_KIND_UNKNOWN = "u_kind_unknown"
    """The ù is none of plain, zero, ten, round, dry (R-20): `kind`."""

    SEVERAL_U_WINNERS = "several_u_winners"
    """Only a dry ù may name several seats (R-24): `kind`."""

    CARDS_CONTRADICT_U = "cards_contradict_u"
    """The winner's cards do not make this kind of ù: `seat`, `kind`."""

    THREE_EATS_WITHOUT_U = "three_eats_without_u"
    """A seat ate three times and is no winner of an ù (R-14): `seat`."""

    DRY_U_NOT_ALLOWED = "dry_u_not_allowed"
    """The rule set has no dry ù (R-24): `kind`."""

    DRY_U_AFTER_EAT = "dry_u_after_eat"
    """A seat that ate is not dry (R-24): `seat`."""

    DRY_U_IN_LAST_ROUND = "dry_u_in_last_round"
    """A dry ù is declared on the hand as dealt, not in the last round (R-24)."""

    U_KIND_NOT_ALLOWED = "u_kind_not_allowed"
    """The rule set does not know this kind of ù (R-23): `kind`."""

    U_BEFORE_LAST_ROUND_EAT = "u_before_last_round_eat"
    """There is a last-round eat, so the ù is in the last round too (R-37)."""

    ROUND_U_BEFORE_LAST_ROUND = "round_u_before_last_round"
    """A round ù is only possible in the last round (R-25)."""

    COMPENSATOR_NOT_A_LOSER = "compensator_not_a_loser"
    """Only a loser of an ù with one winner can compensate (R-34): `seat`."""

    FAULT_KIND_UNKNOWN = "fault_kind_unknown"
    """The fault is none of false_u, false_eat (R-41): `kind`."""

    MOM_PLAYER_HAS_EATEN = "mom_player_has_eaten"
    """A seat that ate has a meld and cannot be móm (R-14): `seat`."""

    FINISH_INCOMPLETE = "finish_incomplete"
    """`finish` does not hold exactly the seats it should: `seat`, the first amiss."""

    FINISH_CONTRADICTS_POINTS = "finish_contradicts_points"
    """`finish` puts a seat behind one with more points: `seat`."""

    ZERO_POINTS_IS_U = "zero_points_is_u"
    """A seat with 0 points is ù; record the deal as one (R-23): `seat`."""

    ALL_MOM_NEEDS_ORDER = "all_mom_needs_order"
    """Everybody is móm and nothing says who is first (R-07): `seats`, who it may be."""

    POINTS_MISSING = "points_missing"
    """The points of a seat are needed and missing: `seat`."""

    TIE_NEEDS_ORDER = "tie_needs_order"
    """Seats have equal points and the order that decides is missing (R-03): `seats`."""

    MOM_NEEDS_ORDER = "mom_needs_order"
    """The móm seats are placed by lay-down order, and it is missing (R-06): `seats`."""


Value = str | tuple[str, ...]


class Refused(Exception):
    """A sheet or rule set that cannot be scored: `code` and the named `values` that say where.

    A value is a string, or for `seats` a tuple of strings in seat order.
    """

    def __init__(self, code: Code, **values: Value) -> None:
        super().__init__(code.value, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{key}={value}" for key, value in self.values.items())])

    def to_json(self) -> dict[str, dict[str, str | list[str]]]:
        """The refusal as it is sent: `{"refused": {"code": …, "seat": …}}`."""
        plain = {
            key: value if isinstance(value, str) else list(value)
            for key, value in self.values.items()
        }
        return {"refused": {"code": self.code.value, **plain}}
