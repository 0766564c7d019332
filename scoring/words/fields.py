"""Where in a sheet, a rule set or a form something is: a path in words.

Knows the names of the fields. Knows nothing of what is wrong with them.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.words.terms import Word

FIELDS: dict[str, Word] = {
    # The sheet
    "format": gettext_lazy("định dạng"),
    "seats": gettext_lazy("chỗ ngồi"),
    "starter": gettext_lazy("người đi đầu"),
    "ending": gettext_lazy("kết thúc ván"),
    "hands": gettext_lazy("bài của"),
    "points": gettext_lazy("điểm"),
    "mom": gettext_lazy("móm"),
    "forfeit": gettext_lazy("bỏ ván"),
    "melds": gettext_lazy("phỏm"),
    "left": gettext_lazy("bài còn lại"),
    "sent": gettext_lazy("bài gửi"),
    "finish": gettext_lazy("thứ tự về"),
    "laid_down": gettext_lazy("thứ tự hạ"),
    "last_discards": gettext_lazy("thứ tự đánh rác cuối"),
    "eats": gettext_lazy("lượt ăn"),
    "eater": gettext_lazy("người ăn"),
    "feeder": gettext_lazy("người bị ăn"),
    "last_round": gettext_lazy("vòng cuối"),
    "u": gettext_lazy("ù"),
    "winner": gettext_lazy("người ù"),
    "kind": gettext_lazy("loại"),
    "also": gettext_lazy("người cùng ù"),
    "compensator": gettext_lazy("người đền"),
    "times": gettext_lazy("hệ số ù"),
    "fault": gettext_lazy("lỗi"),
    "player": gettext_lazy("người chơi"),
    "adjustments": gettext_lazy("ghi tay"),
    "payer": gettext_lazy("người trả"),
    "payee": gettext_lazy("người nhận"),
    "bets": gettext_lazy("số cược"),
    "note": gettext_lazy("ghi chú"),
    "multiplier": gettext_lazy("hệ số ván"),
    "pot": gettext_lazy("gà"),
    # The rule set
    "place_pay": gettext_lazy("bảng cược theo hạng"),
    "place_payee": gettext_lazy("trả hạng cho ai"),
    "mom_pay": gettext_lazy("giá móm"),
    "mom_place": gettext_lazy("hạng của người móm"),
    "all_mom": gettext_lazy("cả làng móm"),
    "tie_break": gettext_lazy("bằng điểm"),
    "zero_points_is_u": gettext_lazy("0 điểm là ù"),
    "eat_pay": gettext_lazy("giá mỗi cây ăn"),
    "last_eat_pay": gettext_lazy("giá ăn chốt"),
    "eat_payee": gettext_lazy("trả ăn cho ai"),
    "eats_when_u": gettext_lazy("lượt ăn khi có ù"),
    "u_pay": gettext_lazy("giá các loại ù"),
    "round_u_allowed": gettext_lazy("có ù tròn"),
    "dry_u_allowed": gettext_lazy("có ù khan"),
    "dry_u_when": gettext_lazy("lúc báo ù khan"),
    "dry_u_several": gettext_lazy("nhiều người ù khan"),
    "u_losers_place": gettext_lazy("hạng của người thua ù"),
    "compensation_three_eats": gettext_lazy("đền ba cây"),
    "compensation_last_round": gettext_lazy("đền vòng cuối"),
    "compensation_winner_ate_last": gettext_lazy("người ù tự ăn chốt sau cùng"),
    "compensation_precedence": gettext_lazy("đền nào trước"),
    "pot_enabled": gettext_lazy("chơi gà"),
    "pot_ante": gettext_lazy("góp gà đầu ván"),
    "pot_at_close": gettext_lazy("gà còn lại lúc kết sổ"),
    "false_u_pay": gettext_lazy("phạt ù láo"),
    "false_eat_pay": gettext_lazy("phạt ăn láo, hạ láo"),
    "quit_as": gettext_lazy("bỏ giữa ván"),
    "next_starter": gettext_lazy("ai đi đầu ván sau"),
    # Forms
    "name": gettext_lazy("tên"),
    "label": gettext_lazy("tên bàn"),
    "slug": gettext_lazy("tên trong địa chỉ"),
    "time_zone": gettext_lazy("múi giờ"),
    "day_cutoff_hours": gettext_lazy("giờ sang ngày mới"),
    "rotates_loser": gettext_lazy("người thua nhường chỗ"),
    "swaps_after_u": gettext_lazy("đổi chỗ sau ù"),
    "counts_points": gettext_lazy("ghi điểm bài"),
    "language": gettext_lazy("ngôn ngữ"),
    "user_name": gettext_lazy("tên đăng nhập"),
    "role": gettext_lazy("vai trò"),
    "day": gettext_lazy("ngày"),
    "first_day": gettext_lazy("ngày đầu"),
    "last_day": gettext_lazy("ngày cuối"),
    "code": gettext_lazy("mã bàn"),
    "stake": gettext_lazy("mức cược"),
    "stake_points": gettext_lazy("mức cược"),
    "bench": gettext_lazy("ghế chờ"),
    "sheet": gettext_lazy("phiếu ván"),
    "based_on": gettext_lazy("bản được sửa"),
    "played_at": gettext_lazy("giờ chơi"),
    "ruleset_version_id": gettext_lazy("luật"),
    "player_id": gettext_lazy("người chơi"),
    "into_id": gettext_lazy("người được gộp vào"),
    "host_id": gettext_lazy("người đứng ra thu trả"),
    "login_id": gettext_lazy("người đăng nhập"),
    "night_id": gettext_lazy("buổi"),
    "season_id": gettext_lazy("mùa"),
    "dropped_id": gettext_lazy("ván bỏ"),
    "table": gettext_lazy("bàn"),
    "night": gettext_lazy("buổi"),
    "season": gettext_lazy("mùa"),
    "club": gettext_lazy("CLB"),
    "rules": gettext_lazy("luật"),
    "players": gettext_lazy("người chơi"),
    "id": gettext_lazy("mã ván"),
}


def path_in_words(path: str, names: Mapping[str, str]) -> str:
    """`eats.0.eater` as "lượt ăn 1, người ăn"; people by name, unknown words as they are."""
    if not path:
        return _("cả phiếu")
    words: list[str] = []
    for part in path.split("."):
        if part.isdigit() and words:
            words[-1] += f" {int(part) + 1}"
        elif part in names and words:
            words[-1] += f" {names[part]}"
        else:
            words.append(str(FIELDS.get(part, part)))
    return ", ".join(words)
