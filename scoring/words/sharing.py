"""The words of sharing: the night as lines for a chat, and what the buttons say.

Knows points by name. Knows no night and no table.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.words import figures, settling, terms

LINES_OF_RANKING = 4
BRAND = "Phom League"


def table_count(count: int) -> str:
    """3 bàn."""
    return ngettext("%(n)s bàn", "%(n)s bàn", count) % {"n": figures.number(count)}


def more_people(count: int) -> str:
    """Và 3 người nữa: those a picture has no room for."""
    return ngettext("và %(n)s người nữa", "và %(n)s người nữa", count) % {
        "n": figures.number(count)
    }


def more_payments(count: int) -> str:
    """Và 3 khoản nữa."""
    return ngettext("và %(n)s khoản nữa", "và %(n)s khoản nữa", count) % {
        "n": figures.number(count)
    }


def seal(*, is_locked: bool) -> str:
    """Can the points still change?"""
    return _("Đã khóa") if is_locked else _("Tạm tính")


def standing(state: str, *, is_season_closed: bool) -> str:
    """Where a night stands, for who is not told when it locks."""
    if state == "locked":
        return _("Đã khóa")
    if state == "open":
        return _("Tạm tính – buổi chưa kết sổ")
    return _("Đã kết sổ, mùa đã đóng") if is_season_closed else _("Tạm tính – đã kết sổ, chưa khóa")


def payment_line(payer: str, payee: str, points: int, state: str) -> str:
    """☐ Lan → Hùng 15; what became of it stands behind."""
    is_open = state in {"proposed", ""}
    told = "" if is_open else f" ({settling.payment_state(state)})"
    return f"{'☐' if is_open else '☑'} {payer} → {payee} {figures.number(points)}{told}"


def deal_line(title: str, seats: Sequence[tuple[str, int]]) -> str:
    """Ván 36: Hùng ù. Hùng ▲+18 · An ▼−6."""
    nets = " · ".join(f"{name} {figures.marked(points)}" for name, points in seats if points)
    return f"{title}. {nets}" if nets else title


def ranking_lines(ranking: Sequence[tuple[str, str, int]]) -> Sequence[str]:
    """Everybody by (rank, name, points), in no more than four lines."""
    told = [
        f"{rank}. {name} {figures.marked(points)}" if rank else f"{name} {figures.marked(points)}"
        for rank, name, points in ranking
    ]
    size = -(-len(told) // LINES_OF_RANKING) or 1
    return [" · ".join(told[start : start + size]) for start in range(0, len(told), size)]


def night_text(heading: Sequence[str], body: Sequence[str], *, standing: str) -> str:
    """The night as plain lines for a chat; its address goes beside it."""
    return "\n".join([" · ".join(heading), *body, standing])


def words() -> dict[str, str]:
    """What the script says of what it did."""
    return {
        "saved": _("Đã lưu ảnh và sao chép chữ"),
        "saved_alone": _("Đã lưu ảnh. Chữ ở dưới đây, chép bằng tay."),
        "text_copied": _("Đã sao chép chữ"),
        "link_copied": _("Đã sao chép link"),
        "by_hand": _("Máy không cho sao chép. Đoạn dưới đây đã được chọn, chép bằng tay."),
        "drawing": _("Đang vẽ ảnh"),
        "ready": _("Ảnh đã xong, chạm lại để chia sẻ"),
        "no_picture": _("Không vẽ được ảnh. Đã sao chép chữ"),
    }


def scan() -> str:
    """Under the square of a picture."""
    return _("Quét để mở trang này")


def zero() -> str:
    """That nothing is missing from the points."""
    return _("Tổng = 0 ✓")


def deal_title(number: int, result: str, *, table: str = "") -> str:
    """Ván 36: Hùng ù; with its table where there are several."""
    said = {"number": figures.number(number), "result": result, "table": table}
    if table:
        return _("%(table)s, ván %(number)s: %(result)s") % said
    return _("Ván %(number)s: %(result)s") % said


def tables(labels: Sequence[str]) -> str:
    """Bàn 1 và Bàn 2; of more than three it is said how many."""
    return terms.people(labels) if len(labels) <= 3 else table_count(len(labels))
