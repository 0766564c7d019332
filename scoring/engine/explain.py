"""Explaining a score: for every transfer the rule and the values a sentence about it needs.

Knows what each rule looked at. Makes no sentence: the words in any language are made elsewhere.
docs/rules.md, sections 3 and 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.engine.parts import POT, Adjustment
from scoring.engine.placing import standing_seats, u_winners
from scoring.engine.ruleset import Ruleset
from scoring.engine.scoring import Score
from scoring.engine.sheet import Sheet
from scoring.engine.transfers import Transfer
from scoring.engine.transfers.compensation import find_compensation
from scoring.engine.transfers.eats import PricedEat, priced_eats
from scoring.engine.transfers.faults import fault_bets
from scoring.engine.transfers.places import place_bets
from scoring.engine.transfers.u import u_rate_bets

Values = Mapping[str, str | int | None]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one transfer is there.

    `values` always has `payer`, `payee`, `bets`, and but for adjustments and the pot's payout
    `base_bets` and `multiplier`. Beside them:

    - place: `place`, `payee_place`, `seat_count`, `payer_points`, `payee_points` (None unknown),
      `table` (the option `place_payee`)
    - mom: `forfeit`; `all_mom` (the option) where everybody is móm
    - eat, last_eat: `eater`, `feeder`, `number` (which eat of its eater, from 1)
    - u, compensation: `kind`, `times`, `rate_bets` (what a loser owes), `winner_count`, `several`
      (the option `dry_u_several`), `exempt` (who is spared, or None)
    - compensation: `loser`; `option` (`compensation_winner_ate_last`) where R-32 decided
    - ante: nothing more
    - pot: `before_bets`, `ante_bets`, `eat_bets`, `pot_bets` (the whole), `winner_count`
    - fault: `kind`
    - adjustment: `number` (from 1), `note`
    """

    rule: str
    reason: str
    values: Values


def explain(sheet: Sheet, rules: Ruleset, score: Score) -> tuple[Explanation, ...]:
    """One explanation per transfer of this sheet's score under these rules, in their order."""
    # Eats and adjustments are told apart by their order; eats at no price have no line.
    eats = (priced for priced in priced_eats(sheet, rules) if priced.price_bets)
    adjustments = enumerate(sheet.adjustments, start=1)
    explanations = []
    for line in score.transfers:
        values: dict[str, str | int | None] = {
            "payer": line.payer,
            "payee": line.payee,
            "bets": line.bets,
        }
        values |= _values(sheet, rules, score, line)
        values |= _listed_values(line, eats, adjustments)
        explanations.append(Explanation(line.rule, line.reason, values))
    return tuple(explanations)


def _values(
    sheet: Sheet, rules: Ruleset, score: Score, line: Transfer
) -> dict[str, str | int | None]:
    if line.reason == "place":
        return _place_values(sheet, rules, score, line)
    if line.reason in {"u", "compensation"}:
        return _u_values(sheet, rules, line)
    if line.reason == "pot":
        return _pot_values(sheet, rules, score)
    if line.reason == "adjustment":
        return {}
    values: dict[str, str | int | None] = {"multiplier": sheet.multiplier}
    if line.reason == "mom":
        values |= {"base_bets": rules.mom_pay, "forfeit": sheet.hands[line.payer].forfeit}
        if not standing_seats(sheet):
            values["all_mom"] = rules.all_mom
    elif line.reason == "ante":
        values["base_bets"] = rules.pot_ante
    elif line.reason == "fault":
        assert sheet.fault is not None
        values |= {
            "base_bets": fault_bets(rules, sheet.fault.kind),
            "kind": sheet.fault.kind,
        }
    return values


def _listed_values(
    line: Transfer,
    eats: Iterator[PricedEat],
    adjustments: Iterator[tuple[int, Adjustment]],
) -> dict[str, str | int | None]:
    """What is known of the eat or adjustment this line came from, the next of its kind."""
    if line.rule in {"R-11", "R-12"}:
        priced = next(eats)
        return {
            "base_bets": priced.price_bets,
            "eater": priced.eat.eater,
            "feeder": priced.eat.feeder,
            "number": priced.number,
        }
    if line.reason == "adjustment":
        number, adjustment = next(adjustments)
        return {"number": number, "note": adjustment.note}
    return {}


def _place_values(
    sheet: Sheet, rules: Ruleset, score: Score, line: Transfer
) -> dict[str, str | int | None]:
    place = score.places[line.payer]
    assert place is not None
    return {
        "base_bets": place_bets(rules, len(sheet.seats), place),
        "multiplier": sheet.multiplier,
        "place": place,
        "payee_place": score.places[line.payee],
        "seat_count": len(sheet.seats),
        "payer_points": sheet.hands[line.payer].points,
        "payee_points": sheet.hands[line.payee].points,
        "table": rules.place_payee,
    }


def _u_values(sheet: Sheet, rules: Ruleset, line: Transfer) -> dict[str, str | int | None]:
    u = sheet.u
    assert u is not None
    assert u.kind is not None
    winners = u_winners(sheet, rules)
    values: dict[str, str | int | None] = {
        "base_bets": rules.u_pay[u.kind],
        "times": u.times,
        "multiplier": sheet.multiplier,
        "rate_bets": u_rate_bets(sheet, rules),
        "kind": u.kind,
        "winner_count": len(winners),
        "several": rules.dry_u_several,
        "exempt": find_compensation(sheet, rules, winners).exempt,
    }
    if line.for_seat is not None:
        values["loser"] = line.for_seat
    if line.rule == "R-32":
        values["option"] = rules.compensation_winner_ate_last
    return values


def _pot_values(sheet: Sheet, rules: Ruleset, score: Score) -> dict[str, str | int | None]:
    ante_bets = sum(line.bets for line in score.transfers if line.reason == "ante")
    eat_bets = sum(
        line.bets
        for line in score.transfers
        if line.payee == POT and line.reason in {"eat", "last_eat"}
    )
    return {
        "before_bets": sheet.pot,
        "ante_bets": ante_bets,
        "eat_bets": eat_bets,
        "pot_bets": sheet.pot + ante_bets + eat_bets,
        "winner_count": len(u_winners(sheet, rules)),
    }
