"""The sheet (phiếu ván): the facts recorded about one deal, and its format `phom-sheet/1`.

Knows how a sheet is read, written, renamed and compared. Knows no rule set: whether the facts
are possible is asked in `verify`.
Section 5 and steps 2 to 4 of section 7 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.engine import reading
from scoring.engine.canonical import canonical_json
from scoring.engine.parts import ENDINGS, Adjustment, Eat, Fault, Hand, Seat, U
from scoring.engine.refusals import Code, Refused

FORMAT: Final = "phom-sheet/1"
KEYS: Final = frozenset(
    (
        "format",
        "seats",
        "starter",
        "ending",
        "hands",
        "finish",
        "laid_down",
        "last_discards",
        "eats",
        "u",
        "fault",
        "adjustments",
        "multiplier",
        "pot",
    )
)
SEAT_COUNTS: Final = (2, 3, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The facts of one deal. Seats stand in turn order, and each has an entry in `hands`.

    `finish` is None where it was left out. `pot` counts bets before this deal and is filled in
    by whoever scores. Sheets that say the same are equal, whatever was left out in writing.
    """

    seats: tuple[Seat, ...]
    starter: Seat
    ending: str
    hands: Mapping[Seat, Hand]
    finish: tuple[Seat, ...] | None = None
    laid_down: tuple[Seat, ...] = ()
    last_discards: tuple[Seat, ...] = ()
    eats: tuple[Eat, ...] = ()
    u: U | None = None
    fault: Fault | None = None
    adjustments: tuple[Adjustment, ...] = ()
    multiplier: int = 1
    pot: int = 0

    @classmethod
    def from_json(cls, obj: object) -> Sheet:
        """Read a `phom-sheet/1` object as `json.loads` gives it (steps 2 to 4 of section 7).

        Raises Refused: SHEET_INVALID with `path`, SEAT_COUNT, PLAYER_REPEATED, ENDING_UNKNOWN.
        """
        sheet = _read(obj)
        if len(sheet.seats) not in SEAT_COUNTS:
            raise Refused(Code.SEAT_COUNT)
        _refuse_repeated(sheet.seats)
        if sheet.ending not in ENDINGS:
            raise Refused(Code.ENDING_UNKNOWN)
        return sheet

    def to_json(self) -> dict[str, object]:
        """The sheet as `phom-sheet/1`, with every default filled in that can be written."""
        obj: dict[str, object] = {
            "format": FORMAT,
            "seats": list(self.seats),
            "starter": self.starter,
            "ending": self.ending,
            "hands": {seat: hand.to_json() for seat, hand in self.hands.items()},
        }
        if self.finish is not None:
            obj["finish"] = list(self.finish)
        obj["laid_down"] = list(self.laid_down)
        obj["last_discards"] = list(self.last_discards)
        obj["eats"] = [eat.to_json() for eat in self.eats]
        if self.u is not None:
            obj["u"] = self.u.to_json()
        if self.fault is not None:
            obj["fault"] = self.fault.to_json()
        obj["adjustments"] = [line.to_json() for line in self.adjustments]
        obj["multiplier"] = self.multiplier
        obj["pot"] = self.pot
        return obj

    def canonical(self) -> str:
        """The one text of this sheet: equal sheets give equal text, to the byte."""
        return canonical_json(self.to_json())

    def with_pot(self, bets: int) -> Sheet:
        """The same sheet with this many bets in the pot before the deal."""
        return replace(self, pot=bets)

    def without_notes(self) -> Sheet:
        """The same sheet without the words people typed."""
        return replace(self, adjustments=tuple(replace(line, note="") for line in self.adjustments))

    def with_players(self, mapping: Mapping[Seat, Seat]) -> Sheet:
        """The same sheet with every id of `mapping` replaced; ids not in it stay.

        Raises Refused(PLAYER_REPEATED) when two seats or hands turn out to be one player's, and
        SHEET_INVALID when somebody turns out to pay itself.
        """
        # Two names of one person may have met: what reading asks is asked again.
        return Sheet.from_json(_renamed(self, mapping).to_json())

    def previous_seat(self, seat: Seat) -> Seat:
        """The seat before this one in turn order, the only one it can eat from (R-10)."""
        return self.seats[self.seats.index(seat) - 1]

    def turn_order(self) -> tuple[Seat, ...]:
        """The seats in turn order, beginning with the starter."""
        start = self.seats.index(self.starter)
        return self.seats[start:] + self.seats[:start]


def _read(obj: object) -> Sheet:
    """Step 2: the keys in the order of section 5, unknown ones last."""
    if type(obj) is not dict:
        reading.refuse("")
    if obj.get("format", FORMAT) != FORMAT:
        reading.refuse("format")
    seats = reading.read_seats(obj.get("seats"))
    starter = obj.get("starter", seats[0] if seats else "")
    if type(starter) is not str:
        reading.refuse("starter")
    ending = obj.get("ending")
    if type(ending) is not str:
        reading.refuse("ending")
    hands = reading.read_hands(obj.get("hands", {}), seats)
    _refuse_out_of_place(obj, "finish", ending, "normal")
    finish = reading.read_ids(obj["finish"], "finish") if "finish" in obj else None
    laid_down = reading.read_ids(obj["laid_down"], "laid_down") if "laid_down" in obj else ()
    last_discards = (
        reading.read_ids(obj["last_discards"], "last_discards") if "last_discards" in obj else ()
    )
    eats = reading.read_eats(obj["eats"], seats) if "eats" in obj else ()
    _refuse_out_of_place(obj, "u", ending, "u")
    u = reading.read_u(obj["u"], eats) if "u" in obj else None
    _refuse_out_of_place(obj, "fault", ending, "fault")
    # A fault ending without a fault lacks the player of that fault.
    has_fault = "fault" in obj or ending == "fault"
    fault = reading.read_fault(obj.get("fault", {})) if has_fault else None
    adjustments = reading.read_adjustments(obj["adjustments"]) if "adjustments" in obj else ()
    if adjustments and ending == "void":
        reading.refuse("adjustments")
    multiplier = reading.read_whole(obj.get("multiplier", 1), "multiplier")
    pot = reading.read_whole(obj.get("pot", 0), "pot")
    reading.refuse_unknown(obj, KEYS, "")
    return Sheet(
        seats=seats,
        starter=starter,
        ending=ending,
        hands=hands,
        finish=finish,
        laid_down=laid_down,
        last_discards=last_discards,
        eats=eats,
        u=u,
        fault=fault,
        adjustments=adjustments,
        multiplier=multiplier,
        pot=pot,
    )


def _refuse_out_of_place(obj: Mapping[str, object], key: str, ending: str, its_ending: str) -> None:
    # An ending nobody knows may have a use for anything: it is refused as such, in step 4.
    if key in obj and ending != its_ending and ending in ENDINGS:
        reading.refuse(key)


def _refuse_repeated(seats: tuple[Seat, ...]) -> None:
    if len(set(seats)) < len(seats):
        seat = next(seat for index, seat in enumerate(seats) if seat in seats[:index])
        raise Refused(Code.PLAYER_REPEATED, seat=seat)


def _renamed(sheet: Sheet, mapping: Mapping[Seat, Seat]) -> Sheet:
    def one(seat: Seat) -> Seat:
        return mapping.get(seat, seat)

    def each(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return tuple([one(seat) for seat in seats])

    u = sheet.u
    if u is not None:
        u = replace(
            u,
            winner=u.winner and one(u.winner),
            also=each(u.also),
            compensator=u.compensator and one(u.compensator),
        )
    return replace(
        sheet,
        seats=each(sheet.seats),
        starter=one(sheet.starter),
        hands=_renamed_hands(sheet.hands, mapping),
        finish=None if sheet.finish is None else each(sheet.finish),
        laid_down=each(sheet.laid_down),
        last_discards=each(sheet.last_discards),
        eats=tuple(
            replace(eat, eater=one(eat.eater), feeder=eat.feeder and one(eat.feeder))
            for eat in sheet.eats
        ),
        u=u,
        fault=sheet.fault and replace(sheet.fault, player=one(sheet.fault.player)),
        adjustments=tuple(
            replace(line, payer=one(line.payer), payee=one(line.payee))
            for line in sheet.adjustments
        ),
    )


def _renamed_hands(hands: Mapping[Seat, Hand], mapping: Mapping[Seat, Seat]) -> dict[Seat, Hand]:
    renamed: dict[Seat, Hand] = {}
    for seat, hand in hands.items():
        player = mapping.get(seat, seat)
        known = renamed.get(player, reading.NO_HAND)
        if reading.NO_HAND not in {hand, known}:
            raise Refused(Code.PLAYER_REPEATED, seat=player)
        renamed[player] = known if hand == reading.NO_HAND else hand
    return renamed
