"""What a page gives to be shared: the night as a picture and as text.

Knows what the script that draws and sends is told (`static/scoring/js/share`), and how much a
picture holds. Says nothing its page does not show; asks no database.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scoring.templatetags.looks import day as say_day
from scoring.templatetags.looks import tone, weekday
from scoring.web.deal_views import DealView
from scoring.web.qr import qr_rows
from scoring.words import figures, sharing, terms

MOST_PEOPLE = 12
MOST_LINES = 12

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds points tonight, as the page calls them; `note` is told where there is room."""

    name: str
    points: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line below the ranking: a payment, which may be made, or what a deal gave somebody; that
    has no payee, and its points are signed.
    """

    name: str
    points: int
    payee: str = ""
    is_done: bool | None = None


@dataclass(frozen=True, slots=True)
class Below:
    """What stands below the ranking: its heading, its lines, the same as text, and a word where
    there is nothing.
    """

    title: str
    lines: Sequence[Line] = ()
    said: Sequence[str] = ()
    nothing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A night or a table of it as its page shows it. `people` stand highest first, `others` are
    pots and the fund; `url` is the page's own address, as other phones reach it.
    """

    club: str
    day: date
    facts: Sequence[str]
    people: Sequence[Holder]
    others: Sequence[Holder] = ()
    below: Below
    is_locked: bool
    standing: str
    url: str
    is_settling: bool = False

    @property
    def text(self) -> str:
        """The lines for a chat; the address goes beside them."""
        ranked = [
            (str(one["rank"]), str(one["name"]), int(one["points"])) for one in self._ranking()
        ]
        if self.is_settling:
            told = [(name, points) for _rank, name, points in ranked if points]
            ranking = [" · ".join(f"{name} {figures.marked(points)}" for name, points in told)]
        else:
            ranking = list(sharing.ranking_lines(ranked))
        body = [line for line in (*ranking, *self.below.said) if line]
        heading = (self.club, self._day, *self.facts)
        return sharing.night_text(heading, body, standing=self.standing)

    @property
    def whole_text(self) -> str:
        """The same with the address, to be copied."""
        return f"{self.text}\n{self.url}"

    @property
    def state(self) -> Json:
        """All the script is told; every sentence is said already."""
        return {
            "title": f"{self.club} · {self._day}",
            "text": self.text,
            "url": self.url,
            "file": f"phom-{self.day.isoformat()}.png",
            "picture": self._picture(),
            "words": sharing.words(),
        }

    @property
    def _day(self) -> str:
        return f"{weekday(self.day)} {say_day(self.day)}"

    def _picture(self) -> Json:
        ranking, more = _cut(self._ranking(), MOST_PEOPLE, sharing.more_people)
        is_zero = bool(ranking) and not sum(one.points for one in (*self.people, *self.others))
        return {
            "club": self.club,
            "weekday": weekday(self.day),
            "day": say_day(self.day),
            "facts": " · ".join(self.facts),
            "seal": {"text": sharing.seal(is_locked=self.is_locked), "is_locked": self.is_locked},
            "zero": sharing.zero() if is_zero else "",
            "ranking": ranking,
            "more_people": more,
            "below": self._below(),
            "standing": self.standing,
            "scan": sharing.scan(),
            "address": self.url.partition("://")[2],
            "qr": qr_rows(self.url),
            "brand": sharing.BRAND,
        }

    def _ranking(self) -> Sequence[Json]:
        """People with their ranks, then pots and the fund without."""
        points = [one.points for one in self.people]
        ranks = [points.index(one) + 1 for one in points]
        marks = [f"={rank}" if ranks.count(rank) > 1 else str(rank) for rank in ranks]
        marks += [""] * len(self.others)
        return [
            {
                "rank": rank,
                "name": one.name,
                "note": one.note,
                "points": one.points,
                **_signed(one.points),
            }
            for rank, one in zip(marks, (*self.people, *self.others), strict=True)
        ]

    def _below(self) -> Json:
        told = [
            {
                "name": one.name,
                "payee": one.payee,
                "is_done": one.is_done,
                **(_unsigned(one.points) if one.payee else _signed(one.points)),
            }
            for one in self.below.lines
        ]
        lines, more = _cut(told, MOST_LINES, sharing.more_payments)
        nothing = self.below.nothing
        return {"title": self.below.title, "lines": lines, "more": more, "nothing": nothing}


def _signed(points: int) -> Json:
    """▲ and +6, which are drawn in two sizes, and their colour."""
    marked, signed = figures.marked(points), figures.signed(points)
    return {"arrow": marked.removesuffix(signed), "said": signed, "tone": tone(points)}


def _unsigned(points: int) -> Json:
    return {"arrow": "", "said": figures.number(points), "tone": "plain"}


def _cut(
    rows: Sequence[Json], most: int, say_more: Callable[[int], str]
) -> tuple[Sequence[Json], str]:
    """As many as there is room for, and how many there are besides."""
    return rows[:most], say_more(len(rows) - most) if len(rows) > most else ""


def below_deal(deal: DealView, *, table: str = "") -> Below:
    """A deal and what it gave each; `table` is named where there are several."""
    title = sharing.deal_title(deal.number, deal.result, table=table)
    before, after = deal.pot or (0, 0)
    nets = [(seat.name, seat.points) for seat in deal.seats]
    nets.append((str(terms.POT), after - before))
    seats = sorted((one for one in nets if one[1]), key=lambda one: -one[1])
    lines = [Line(name, points) for name, points in seats]
    return Below(title, lines, said=[sharing.deal_line(title, seats)])
