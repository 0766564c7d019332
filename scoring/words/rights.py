"""What a role may do, in words: the permission matrix as people read it."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy

from scoring.actors import Role
from scoring.permissions import MATRIX, Action, Column, Grant
from scoring.words.terms import Word

ACTIONS: Mapping[Action, Word] = {
    Action.SEE: gettext_lazy("Xem buổi, ván, bảng xếp hạng và luật của CLB"),
    Action.DISPUTE: gettext_lazy("Khiếu nại ván mình đã chơi"),
    Action.MARK_PAID: gettext_lazy("Đánh dấu đã trả (người trả, người nhận tự làm được)"),
    Action.CONFIRM_PAYMENT: gettext_lazy("Xác nhận đã nhận (người nhận tự làm được)"),
    Action.WAIVE_PAYMENT: gettext_lazy("Bỏ qua một khoản (người nhận tự làm được)"),
    Action.OPEN_NIGHT: gettext_lazy("Mở buổi và bàn"),
    Action.RECORD: gettext_lazy("Ghi ván"),
    Action.CHANGE_TERMS: gettext_lazy("Đổi mức cược, luật, chỗ ngồi của bàn"),
    Action.REVISE: gettext_lazy("Sửa, hủy, khôi phục ván khi buổi đang chơi"),
    Action.RESOLVE_DUPLICATE: gettext_lazy("Quyết định ván nghi trùng"),
    Action.SETTLE: gettext_lazy("Kết sổ"),
    Action.REOPEN: gettext_lazy("Mở lại buổi khi chưa ai trả"),
    Action.REOPEN_PAID: gettext_lazy("Mở lại buổi đã có khoản trả, kèm lý do"),
    Action.ADJUST_NIGHT: gettext_lazy("Ghi tay trong buổi"),
    Action.SETTLE_DISPUTE: gettext_lazy("Giải quyết khiếu nại"),
    Action.LOCK: gettext_lazy("Khóa buổi"),
    Action.UNLOCK: gettext_lazy("Bỏ khóa buổi, kèm lý do"),
    Action.TAKE_BACK_PAYMENT: gettext_lazy("Ghi ngược một khoản đã nhận, kèm lý do"),
    Action.PENALISE: gettext_lazy("Thưởng phạt điểm xếp hạng"),
    Action.MANAGE_PLAYERS: gettext_lazy("Thêm, đổi tên, gộp người chơi"),
    Action.MANAGE_CODES: gettext_lazy("Tạo và thu hồi mã vào bàn"),
    Action.MANAGE_RULESETS: gettext_lazy("Ban hành luật và chọn luật mặc định"),
    Action.MANAGE_SEASONS: gettext_lazy("Mở mùa, đổi ngày và cách xếp hạng"),
    Action.CLOSE_SEASON: gettext_lazy("Kết thúc mùa"),
    Action.REOPEN_SEASON: gettext_lazy("Mở lại mùa đã kết thúc, kèm lý do"),
    Action.MANAGE_ROLES: gettext_lazy("Trao và rút vai trò"),
    Action.MANAGE_CLUB: gettext_lazy("Đổi tên, ai xem được, đóng CLB"),
}


def lowest_role(action: Action) -> Role:
    """Who may do it at least, where the night lets anybody do it first."""
    grants = [MATRIX[action][column] for column in Column]
    return next(grant.role for grant in grants if isinstance(grant, Grant))


def rights_by_role() -> Sequence[tuple[Role, Sequence[str]]]:
    """What each role may do beyond the one below it, from the lowest up."""
    roles = sorted(Role, key=lambda role: role.rank)
    return [
        (role, [str(words) for action, words in ACTIONS.items() if lowest_role(action) is role])
        for role in roles
    ]
