"""Charts: ticks are round numbers, labels never touch, and a table says the same."""

from itertools import pairwise

from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from scoring.web.charts import FIELD, Series, draw_chart, nice_ticks, spread
from tests.web.pages import Tags

LABELS = [f"ván {step}" for step in range(11)]
AN = Series("An", [(0, 0), (1, 6), (10, 42)], is_mine=True)
BINH = Series("Bình", [(0, 0), (1, -6), (4, -42)])


def draw(*lines: Series, labels=LABELS):
    return draw_chart(
        chart_id="dem",
        title="Diễn biến",
        said="An dẫn đầu.",
        step_name="Ván",
        labels=labels,
        lines=lines,
    )


@given(st.integers(-(10**9), 10**9), st.integers(0, 10**9))
def test_ticks_are_round_evenly_apart_and_reach_over_zero_and_all_values(low, span) -> None:
    high = low + span
    ticks = nice_ticks(low, high)
    assert 2 <= len(ticks) <= 6
    assert ticks[0] <= min(low, 0) <= max(high, 0) <= ticks[-1]
    assert 0 in ticks
    distances = {after - before for before, after in pairwise(ticks)}
    assert len(distances) == 1
    assert str(distances.pop()).rstrip("0") in {"1", "2", "5"}


@given(st.lists(st.integers(0, FIELD), min_size=1, max_size=22))
def test_labels_never_touch_nor_leave_the_field_nor_change_places(wanted) -> None:
    gap = FIELD // 22
    places = spread(wanted, gap=gap)
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    put = [places[index] for index in order]
    assert all(after - before >= gap for before, after in pairwise(put))
    assert min(put) >= gap // 2
    assert max(put) <= FIELD - gap // 2


def test_labels_with_room_stay_where_they_belong() -> None:
    assert list(spread([500, 200, 800], gap=100)) == [500, 200, 800]


def test_labels_that_would_touch_move_evenly_out_of_each_others_way() -> None:
    assert list(spread([500, 500, 800], gap=100)) == [450, 550, 800]


def test_lines_lie_in_the_field_and_stay_where_they_end() -> None:
    chart = draw(AN, BINH)
    assert chart is not None
    first, second = chart.lines
    # From −50 to +50 on a field of 1000: a point is 10 high, so +42 stands 80 below the top.
    assert [tick.text for tick in chart.y_ticks] == ["−50", "0", "+50"]
    assert first.points == "0,500 100,440 1000,80"
    assert second.points == "0,500 100,560 400,920 1000,920"
    assert (first.end_y, second.end_y) == ("8.0%", "92.0%")


def test_the_first_and_the_last_step_are_named_and_few_between() -> None:
    chart = draw(AN)
    assert chart is not None
    assert [tick.text for tick in chart.x_ticks] == ["ván 0", "ván 5", "ván 10"]


def test_nothing_is_drawn_of_nothing() -> None:
    assert draw() is None
    assert draw(Series("An", [])) is None
    assert draw(AN, labels=["0"]) is None


def test_the_table_says_the_same_and_stays_short() -> None:
    long = Series("An", [(0, 0), (1000, 5)])
    chart = draw(long, Series("Bình", [(995, 1)]), labels=[str(step) for step in range(1001)])
    assert chart is not None
    assert len(chart.rows) <= 60
    assert (chart.rows[0].label, chart.rows[0].values) == ("1000", [5, 1])
    assert (chart.rows[-1].label, chart.rows[-1].values) == ("20", [0, None])


def test_the_chart_speaks_to_who_cannot_see_it() -> None:
    page = render_to_string("_chart.html", {"chart": draw(AN, BINH)})
    tags = Tags(page).tags
    plots = [attrs for tag, attrs in tags if tag == "svg" and attrs.get("role") == "img"]
    assert [plot["aria-labelledby"] for plot in plots] == ["dem-noi"]
    assert '<title id="dem-noi">Diễn biến. An dẫn đầu.</title>' in page
    assert "style=" not in page
    for cell in ('<th scope="col">Bình</th>', '<td class="gain">+42</td>', ">−42</td>"):
        assert cell in page


def test_a_long_name_is_cut_and_what_people_typed_is_never_markup() -> None:
    chart = draw(Series("<b>Nguyễn Thị Phương Thảo", [(0, 0), (1, 1)]))
    page = render_to_string("_chart.html", {"chart": chart})
    assert "<b>" not in page
    assert "&lt;b&gt;Nguyễn Th…" in page
