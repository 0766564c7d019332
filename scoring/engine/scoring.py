"""Scoring a deal: verify, place, and put the transfers together.

The only module that knows the order of the lines and which rules an ending sets in motion.
Section 6 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.engine.parts import POT, Seat
from scoring.engine.placing import place, standing_seats, u_winners
from scoring.engine.ruleset import Ruleset
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer
from scoring.engine.transfers.adjustments import adjustment_transfers
from scoring.engine.transfers.compensation import EACH_PAYS, find_compensation
from scoring.engine.transfers.eats import eat_transfers, eats_stand
from scoring.engine.transfers.faults import fault_transfers
from scoring.engine.transfers.mom import mom_transfers
from scoring.engine.transfers.places import place_transfers
from scoring.engine.transfers.pot import ante_transfers, pot_bets_before_payout, pot_transfers
from scoring.engine.transfers.u import u_transfers
from scoring.engine.verify import verify

FORMAT: Final = "phom-score/1"


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal came to, in bets.

    `places` has every seat in seat order, None for no place; `net` every seat, and POT exactly
    when a transfer names it.
    """

    places: Mapping[Seat, int | None]
    transfers: tuple[Transfer, ...]
    net: Mapping[Seat, int]
    compensator: Seat | None

    def to_json(self) -> dict[str, object]:
        """The score as `phom-score/1`."""
        return {
            "format": FORMAT,
            "places": dict(self.places),
            "transfers": [line.to_json() for line in self.transfers],
            "net": dict(self.net),
            "compensator": self.compensator,
        }


def score(sheet: Sheet, rules: Ruleset) -> Score:
    """Score a deal. Raises Refused for the first check of section 7 that fails (steps 5 to 13)."""
    verify(sheet, rules)
    places = place(sheet, rules)
    winners = u_winners(sheet, rules)
    compensation = find_compensation(sheet, rules, winners) if winners else EACH_PAYS
    lines: list[Transfer] = []
    if sheet.ending != "void":
        if rules.pot_ante:
            lines += ante_transfers(sheet, rules)
        if sheet.eats and eats_stand(sheet, rules, compensation.seat):
            lines += eat_transfers(sheet, rules)
        if sheet.ending == "normal":
            lines += _normal_transfers(sheet, rules, places)
        elif winners:
            lines += u_transfers(sheet, rules, winners, compensation)
            if rules.pot_enabled:
                lines += pot_transfers(winners, pot_bets_before_payout(sheet, lines))
        elif sheet.ending == "fault":
            lines += fault_transfers(sheet, rules)
        lines += adjustment_transfers(sheet)
    transfers = tuple([line for line in lines if line.bets])
    return Score(places, transfers, _net(sheet, transfers), compensation.seat)


def _normal_transfers(
    sheet: Sheet, rules: Ruleset, places: Mapping[Seat, int | None]
) -> Iterator[Transfer]:
    first = next((seat for seat, number in places.items() if number == 1), None)
    if first is None:
        return
    standing = standing_seats(sheet)
    ranked = sorted(standing, key=lambda seat: places[seat] or 0)
    yield from place_transfers(sheet, rules, ranked)
    if len(standing) < len(sheet.seats):
        mom = [seat for seat in sheet.seats if seat not in standing]
        yield from mom_transfers(sheet, rules, first=first, mom=mom)


def _net(sheet: Sheet, transfers: tuple[Transfer, ...]) -> dict[Seat, int]:
    net = dict.fromkeys(sheet.seats, 0)
    for line in transfers:
        net[line.payer] = net.get(line.payer, 0) - line.bets
        net[line.payee] = net.get(line.payee, 0) + line.bets
    assert sum(net.values()) == 0
    if POT in net:
        # The pot stands behind the seats, whichever line named it first.
        net[POT] = net.pop(POT)
    return net
