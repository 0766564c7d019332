"""What the demo club has behind it: a closed season, and nights that were settled.

Knows the past as data, and plays it through the services a club uses. The deals themselves are
drawn by `demo_sheets`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

from scoring.actors import Actor
from scoring.engine import Sheet
from scoring.models import Club, Night, Payment, RevisionKind, Season
from scoring.selectors.settlements import find_live_settlement
from scoring.services import (
    adjustments,
    deals,
    nights,
    payments,
    season_life,
    settlements,
)
from scoring.services.deals import DealAnswer
from scoring.services.demo_sheets import Evening

# 20:00 in Vietnam.
FIRST_DEAL = time(13, 0, tzinfo=UTC)


@dataclass
class Past:
    """A club with its people and rules, on the day from which the days before it are counted."""

    actor: Actor
    club: Club
    today: date
    people: Mapping[str, UUID]
    version_ids: Mapping[str, int]
    written: Mapping[str, Any]
    nights: dict[int, Night] = field(default_factory=dict)

    def play(self, *, first: int, last: int) -> None:
        """Every night between these days (counted from today), one after the other, and what was
        said in it.
        """
        for night in self.written["nights"]:
            if first <= night["day"] <= last:
                self._play_night(night)
        for line in self.written["penalties"]:
            if first <= line["day"] <= last:
                self._penalise(line)

    def close(self, season: Season) -> None:
        """The season is over; its snapshot stays."""
        season_life.close_season(actor=self.actor, club_id=self.club.pk, season_id=season.pk)

    def _play_night(self, written: Mapping[str, Any]) -> None:
        day = self.today + timedelta(days=written["day"])
        night = nights.open_night(actor=self.actor, club_id=self.club.pk, day=day)
        self.nights[written["day"]] = night
        answers = [self._play_table(night, day, table) for table in written["tables"]]
        settlements.settle_night(
            actor=self.actor, club_id=self.club.pk, night_id=night.pk, settlement_id=uuid4()
        )
        if written["end"] == "corrected":
            self._pay(night, at_most=1)
            self._correct(answers[0])
        else:
            self._pay(night)
        if written["end"] == "locked":
            settlements.lock_night(actor=self.actor, club_id=self.club.pk, night_id=night.pk)

    def _play_table(
        self, night: Night, day: date, written: Mapping[str, Any]
    ) -> Sequence[DealAnswer]:
        seats = [self.people[name] for name in written["seats"]]
        table = nights.open_table(
            actor=self.actor,
            club_id=self.club.pk,
            night_id=night.pk,
            label=written["label"],
            stake_points=written["stake"],
            seats=seats,
            ruleset_version_id=self.version_ids[written["rules"]],
        )
        evening = Evening(f"{self.written['seed']} {written['label']} {written['seats']}")
        played_at = datetime.combine(day, FIRST_DEAL)
        answers = []
        for _ in range(written["deals"]):
            played_at += timedelta(minutes=evening.minutes())
            sheet = Sheet.from_json(evening.draw([str(seat) for seat in seats]))
            answers.append(
                deals.record_deal(
                    actor=self.actor,
                    table_id=table.pk,
                    deal_id=uuid4(),
                    sheet=sheet,
                    played_at=played_at,
                )
            )
        return answers

    def _pay(self, night: Night, *, at_most: int | None = None) -> None:
        """Paid and confirmed: all payments, or the first ones; the one after them is only paid."""
        plan = find_live_settlement(night_id=night.pk)
        made = list(Payment.objects.filter(settlement=plan).order_by("position"))
        final = len(made) if at_most is None else at_most
        for payment in made[: final + 1]:
            payments.mark_paid(actor=self.actor, payment_id=payment.pk)
        for payment in made[:final]:
            payments.confirm(actor=self.actor, payment_id=payment.pk)

    def _correct(self, answers: Sequence[DealAnswer]) -> None:
        """Somebody looks again when part of it was paid already."""
        written = self.written["correction"]
        answer = answers[written["number"] - 1]
        deals.revise_deal(
            actor=self.actor,
            deal_id=answer.deal_id,
            revision_id=uuid4(),
            based_on=answer.n,
            kind=RevisionKind.VOID,
            note=written["note"],
        )

    def _penalise(self, line: Mapping[str, Any]) -> None:
        adjustments.penalise(
            actor=self.actor,
            club_id=self.club.pk,
            season_id=self.nights[line["day"]].season_id,
            adjustment_id=uuid4(),
            player_id=self.people[line["player"]],
            points=line["points"],
            note=line["note"],
        )
