"""Why a season cannot be ranked, in sentences; and what a policy warns of.

Knows the codes of the book of standings, section 10, and the paths that come with them. Knows no
policy and no tallies.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.standings import (
    PolicyWarning,
    StandingsCode,
    StandingsRefused,
    WarningCode,
)
from scoring.words.fields import path_in_words
from scoring.words.figures import number, people
from scoring.words.terms import Word

SENTENCES: dict[StandingsCode, Word] = {
    StandingsCode.POLICY_INVALID: gettext_lazy(
        "Cách xếp hạng không dùng được: xem lại mục %(path)s."
    ),
    StandingsCode.POLICY_CONFLICT: gettext_lazy(
        "Chỉ chọn được một cách bỏ buổi: “%(path)s” là cách thứ hai."
    ),
    StandingsCode.SEED_MISSING: gettext_lazy(
        "Cách xếp hạng có bốc thăm mà mùa chưa có số bốc thăm: xem lại mục %(path)s."
    ),
    StandingsCode.TALLIES_INVALID: gettext_lazy("Bảng cộng của mùa thiếu hoặc ghi sai: %(path)s."),
    StandingsCode.ID_REPEATED: gettext_lazy("Mã dùng hai lần: %(path)s."),
    StandingsCode.ROW_REPEATED: gettext_lazy("Dòng ghi hai lần: %(path)s."),
    StandingsCode.UNKNOWN_PLAYER: gettext_lazy(
        "Có người không nằm trong danh sách của mùa: %(path)s."
    ),
    StandingsCode.UNKNOWN_NIGHT: gettext_lazy("Có buổi không nằm trong mùa: %(path)s."),
    StandingsCode.MERGE_CYCLE: gettext_lazy("Các lần gộp người chơi chạy vòng tròn: %(path)s."),
    StandingsCode.MERGED_MET: gettext_lazy(
        "Hai người đã ngồi cùng một ván lại được gộp làm một: %(path)s."
    ),
}

WARNINGS: dict[WarningCode, Word] = {
    WarningCode.PENALTIES_KEEP_NUMBER: gettext_lazy(
        "Điểm xếp hạng trước tính theo %(before)s, nay theo %(after)s; %(penalties)s khoản phạt, "
        "thưởng của mùa vẫn giữ nguyên con số: xem lại từng khoản."
    ),
}

METRICS: dict[str, Word] = {
    "net_points": gettext_lazy("điểm được thua"),
    "net_bets": gettext_lazy("cược được thua"),
    "points_per_deal": gettext_lazy("điểm mỗi ván"),
    "bets_per_deal": gettext_lazy("cược mỗi ván"),
    "place_points": gettext_lazy("điểm theo hạng"),
}

FIELDS: dict[str, Word] = {
    # The policy
    "metric": gettext_lazy("cách tính điểm xếp hạng"),
    "place_points": gettext_lazy("điểm theo hạng"),
    "unplaced": gettext_lazy("ván không có hạng"),
    "drop_worst": gettext_lazy("bỏ số buổi kém nhất"),
    "drop_share": gettext_lazy("bỏ một phần số buổi"),
    "best_of": gettext_lazy("chỉ tính số buổi tốt nhất"),
    "keep_at_least": gettext_lazy("giữ ít nhất số buổi"),
    "min_deals": gettext_lazy("số ván tối thiểu"),
    "min_nights": gettext_lazy("số buổi tối thiểu"),
    "guests": gettext_lazy("khách"),
    "penalties": gettext_lazy("điểm phạt, điểm thưởng"),
    "tie_breaks": gettext_lazy("tiêu chí phụ"),
    "direct_min_deals": gettext_lazy("số ván đối đầu tối thiểu"),
    # The tallies
    "seed": gettext_lazy("số bốc thăm"),
    "nights": gettext_lazy("buổi"),
    "tallies": gettext_lazy("bảng cộng"),
    "meetings": gettext_lazy("đối đầu"),
    "guest": gettext_lazy("khách"),
    "merged_into": gettext_lazy("người được gộp vào"),
    "id": gettext_lazy("mã"),
    "day": gettext_lazy("ngày"),
    "state": gettext_lazy("trạng thái"),
    "deals": gettext_lazy("số ván"),
    "net_points": gettext_lazy("điểm được thua"),
    "net_bets": gettext_lazy("cược được thua"),
    "places": gettext_lazy("hạng"),
    "u_wins": gettext_lazy("ván ù"),
    "moms": gettext_lazy("ván móm"),
    "compensations": gettext_lazy("ván đền"),
    "u_by_kind": gettext_lazy("ù theo loại"),
    "eats": gettext_lazy("lượt ăn"),
    "eaten": gettext_lazy("lượt bị ăn"),
    "last_eats": gettext_lazy("lượt ăn chốt"),
    "last_eaten": gettext_lazy("lượt bị ăn chốt"),
    "cancelled": gettext_lazy("đã hủy"),
}
"""Fields that a sheet or a form does not have, or calls otherwise."""


# Below these a number is a number of seats, not a place in a list.
BY_SEATS = frozenset({"place_points", "places"})


def refusal(refused: StandingsRefused, names: Mapping[str, str]) -> str:
    """Why policy or tallies are refused; `names` gives people for ids in the path."""
    return str(SENTENCES[refused.code]) % {"path": _where(refused.path, names)}


def warning(warned: PolicyWarning) -> str:
    """What somebody who changed a policy should look at."""
    return str(WARNINGS[warned.code]) % {
        "before": METRICS[warned.before],
        "after": METRICS[warned.after],
        "penalties": number(warned.penalties),
    }


def _where(path: str, names: Mapping[str, str]) -> str:
    """`tallies.3.places.4` as "bảng cộng 4, hạng, 4 người"; unknown words as they are."""
    if not path:
        return _("toàn bộ")
    words: list[str] = []
    before = ""
    for part in path.split("."):
        if not (part.isascii() and part.isdigit()) or not words:
            words.append(str(FIELDS.get(part) or names.get(part) or path_in_words(part, names)))
        elif before in BY_SEATS:
            words.append(people(int(part)))
        else:
            words[-1] += f" {int(part) + 1}"
        before = part
    return ", ".join(words)
