"""Line charts as our own SVG: running sums over the deals of a night or the nights of a season.

Knows steps and whole numbers. Knows nothing of people, points or seasons. The plot is a field of
1000 × 1000 that is stretched to whatever room there is; texts stand beside it at shares of its
height and width, so that they keep their size on every screen. All that a template prints is text:
numbers would be grouped by the language.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.words import figures

FIELD = 1000
PALETTE = 8
LABEL_ROOM = (8, 14, 22)  # end labels that fit under each other at the heights of charts.css
NAME_ROOM = (6, 10, 13)  # letters that fit beside the plot at the widths of charts.css
Y_TICKS, X_TICKS, TABLE_ROWS = 5, 4, 60


@dataclass(frozen=True, slots=True)
class Series:
    """One line: `walk` is (step, value) with rising steps; between two it is drawn straight, and
    after the last the value stays.
    """

    name: str
    walk: Sequence[tuple[int, int]]
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A drawn series. `points` for a polyline, `end_y` where it ends, `label_y` for its name.

    `colour` is 1 … 8; `dash` is 0 … 2 and tells lines of one colour apart.
    """

    name: str
    points: str
    colour: int
    dash: int
    is_mine: bool
    end_y: str
    label_y: str
    value: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A text beside the plot: where it stands in the field, as a share of it, and how it hangs.

    Where room is short, those that are `is_minor` are left out.
    """

    at: str
    share: str
    text: str
    anchor: str = "middle"
    is_zero: bool = False
    is_minor: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """A row of the table that says the same in numbers; None before a series begins."""

    label: str
    values: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """All that `_chart.html` prints. `height` and `width` name classes of charts.css."""

    id: str
    title: str
    said: str
    step_name: str
    height: str
    width: str
    lines: Sequence[Line]
    y_ticks: Sequence[Tick]
    x_ticks: Sequence[Tick]
    rows: Sequence[TableLine] = field(default_factory=list)


def draw_chart(
    *,
    chart_id: str,
    title: str,
    said: str,
    step_name: str,
    labels: Sequence[str],
    lines: Sequence[Series],
) -> Chart | None:
    """The chart of these lines, in the order of their end labels; None where there is nothing to
    draw.

    `chart_id` is unique in the page, `title` heads the chart, `said` tells its story to who cannot
    see it. `labels` names every step, from 0 (the beginning) to the last.
    """
    drawn = [series for series in lines if series.walk]
    steps = len(labels) - 1
    if steps < 1 or not drawn:
        return None
    ticks = nice_ticks(
        min(value for series in drawn for _step, value in series.walk),
        max(value for series in drawn for _step, value in series.walk),
    )
    low, high = ticks[0], ticks[-1]
    ends = [_height(series.walk[-1][1], low, high) for series in drawn]
    room = _bucket(len(drawn), LABEL_ROOM)
    places = spread(ends, gap=FIELD // max(room, len(drawn)))
    longest = max(len(series.name) for series in drawn)
    return Chart(
        id=chart_id,
        title=title,
        said=said,
        step_name=step_name,
        height=str(room),
        width=str(_bucket(longest, NAME_ROOM)),
        lines=[
            _line(series, index, steps=steps, low=low, high=high, label_y=places[index])
            for index, series in enumerate(drawn)
        ],
        y_ticks=[_y_tick(value, low, high) for value in ticks],
        x_ticks=_x_ticks(labels),
        rows=_rows(drawn, labels),
    )


def nice_ticks(low: int, high: int, *, at_most: int = Y_TICKS) -> Sequence[int]:
    """Whole numbers at a distance of 1, 2 or 5 × 10ⁿ that reach over zero and all values."""
    low, high = min(low, 0), max(high, 0)
    for distance in _distances():
        first, last = low // distance, -(-high // distance)
        if last - first <= at_most and last > first:
            return [index * distance for index in range(first, last + 1)]
        if first == last:  # nothing but zero
            return [-1, 0, 1]
    raise AssertionError("distances grow without end")


def spread(wanted: Sequence[int], *, gap: int) -> Sequence[int]:
    """Places at least `gap` apart inside the field, as near as can be to those wanted.

    Neighbours that would touch form a block, which moves as one to the middle of what its members
    want (pool adjacent violators); so no label moves further than it has to.
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    blocks: list[list[int]] = []  # each: [first rank, members, sum of wanted less their offsets]
    for rank, index in enumerate(order):
        blocks.append([rank, 1, wanted[index]])
        while len(blocks) > 1 and _start(blocks[-2], gap) + blocks[-2][1] * gap > _start(
            blocks[-1], gap
        ):
            _first, members, total = blocks.pop()
            before = blocks[-1]
            before[2] += total - members * before[1] * gap
            before[1] += members
    places = [0] * len(wanted)
    for first, members, total in blocks:
        start = _start([first, members, total], gap)
        for offset in range(members):
            places[order[first + offset]] = start + offset * gap
    return _inside(places, order, gap=gap)


def _start(block: Sequence[int], gap: int) -> int:
    """Where a block begins: the mean of what its members want, less their offsets."""
    _first, members, total = block
    return round(total / members)


def _inside(places: list[int], order: Sequence[int], *, gap: int) -> Sequence[int]:
    """The same places pushed into the field, from both ends."""
    for rank, index in enumerate(order):
        places[index] = max(places[index], gap // 2 + rank * gap)
    for rank, index in enumerate(reversed(order)):
        places[index] = min(places[index], FIELD - gap // 2 - rank * gap)
    return places


def _distances() -> Iterable[int]:
    unit = 1
    while True:
        yield from (unit, 2 * unit, 5 * unit)
        unit *= 10


def _line(series: Series, index: int, *, steps: int, low: int, high: int, label_y: int) -> Line:
    walk = [*series.walk]
    if walk[-1][0] < steps:
        walk.append((steps, walk[-1][1]))
    places = [(round(step * FIELD / steps), _height(value, low, high)) for step, value in walk]
    return Line(
        name=shorten(series.name),
        points=" ".join(f"{x},{y}" for x, y in places),
        colour=index % PALETTE + 1,
        dash=index // PALETTE % 3,
        is_mine=series.is_mine,
        end_y=_share(places[-1][1]),
        label_y=_share(label_y),
        value=series.walk[-1][1],
    )


def shorten(name: str) -> str:
    """A name that fits beside the plot."""
    room = NAME_ROOM[-1]
    return name if len(name) <= room else f"{name[: room - 1].rstrip()}…"


def _height(value: int, low: int, high: int) -> int:
    """Where a value stands in the field; SVG counts down."""
    return FIELD - round((value - low) * FIELD / (high - low))


def _y_tick(value: int, low: int, high: int) -> Tick:
    at = _height(value, low, high)
    return Tick(str(at), _share(at), figures.signed(value), is_zero=value == 0)


def _x_ticks(labels: Sequence[str]) -> Sequence[Tick]:
    """A few steps with their names, the last one always; the one before it gives way."""
    steps = len(labels) - 1
    distance = next(distance for distance in _distances() if steps <= distance * X_TICKS)
    chosen = [step for step in range(0, steps, distance) if step == 0 or step <= steps - distance]
    ticks = []
    for step in [*chosen, steps]:
        at = round(step * FIELD / steps)
        anchor = "start" if step == 0 else "end" if step == steps else "middle"
        is_minor = anchor == "middle" and not 0.4 * FIELD < at < 0.6 * FIELD
        ticks.append(Tick(str(at), _share(at), labels[step], anchor, is_minor=is_minor))
    return ticks


def _rows(drawn: Sequence[Series], labels: Sequence[str]) -> Sequence[TableLine]:
    """Every step, or where they are many every second, fifth … and the last, latest first."""
    steps = len(labels) - 1
    distance = next(distance for distance in _distances() if steps <= distance * TABLE_ROWS)
    shown = sorted({*range(distance, steps + 1, distance), steps}, reverse=True)
    columns = [_filled(series.walk, steps) for series in drawn]
    return [TableLine(labels[step], [column[step] for column in columns]) for step in shown]


def _filled(walk: Sequence[tuple[int, int]], steps: int) -> Sequence[int | None]:
    """The value at every step: that of the last step with one, None before the first."""
    known = dict(walk)
    values: list[int | None] = []
    now: int | None = None
    for step in range(steps + 1):
        now = known.get(step, now)
        values.append(now)
    return values


def _bucket(size: int, rooms: Sequence[int]) -> int:
    """The smallest room that is large enough, else the largest."""
    return next((room for room in rooms if size <= room), rooms[-1])


def _share(at: int) -> str:
    """A place in the field as a share with one decimal, with a point whatever the language."""
    return f"{at // 10}.{at % 10}%"
