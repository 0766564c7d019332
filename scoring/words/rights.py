"""What each role may do, in plain words, read off the permission matrix.

Knows a phrase for every action and for every group of states. What may be done, and by whom, is
said by `permissions.MATRIX` alone.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.actors import Role
from scoring.permissions import MATRIX, Action, Column, Grant
from scoring.words.terms import Word

ACTIONS: Mapping[Action, Word] = {
    Action.SEE: gettext_lazy("Xem buổi chơi, bảng xếp hạng và người chơi"),
    Action.OPEN_NIGHT: gettext_lazy("Mở buổi và mở bàn"),
    Action.RECORD: gettext_lazy("Ghi ván, thêm khách"),
    Action.CHANGE_TERMS: gettext_lazy("Đổi mức cược, luật và chỗ ngồi"),
    Action.REVISE: gettext_lazy("Sửa, hủy và khôi phục ván"),
    Action.RESOLVE_DUPLICATE: gettext_lazy("Giải quyết ván nghi trùng"),
    Action.ADJUST_NIGHT: gettext_lazy("Ghi tay một khoản vào buổi"),
    Action.SETTLE: gettext_lazy("Kết sổ"),
    Action.REOPEN: gettext_lazy("Mở lại buổi chưa ai trả"),
    Action.REOPEN_PAID: gettext_lazy("Mở lại buổi đã có người trả"),
    Action.LOCK: gettext_lazy("Khóa buổi"),
    Action.UNLOCK: gettext_lazy("Mở khóa buổi"),
    Action.MARK_PAID: gettext_lazy("Đánh dấu đã trả"),
    Action.CONFIRM_PAYMENT: gettext_lazy("Xác nhận đã nhận"),
    Action.WAIVE_PAYMENT: gettext_lazy("Bỏ qua một khoản trả"),
    Action.TAKE_BACK_PAYMENT: gettext_lazy("Ghi ngược một khoản trả đã xong"),
    Action.DISPUTE: gettext_lazy("Khiếu nại ván mình ngồi"),
    Action.SETTLE_DISPUTE: gettext_lazy("Giải quyết khiếu nại"),
    Action.PENALISE: gettext_lazy("Phạt điểm xếp hạng"),
    Action.MANAGE_PLAYERS: gettext_lazy("Thêm, đổi tên, gắn tài khoản và gộp người chơi"),
    Action.MANAGE_RULESETS: gettext_lazy("Ra luật mới và chọn luật mặc định"),
    Action.MANAGE_SEASONS: gettext_lazy("Mở mùa và đặt cách xếp hạng"),
    Action.CLOSE_SEASON: gettext_lazy("Đóng mùa"),
    Action.REOPEN_SEASON: gettext_lazy("Mở lại mùa đã đóng"),
    Action.MANAGE_CODES: gettext_lazy("Tạo và thu hồi mã bàn"),
    Action.MANAGE_CLUB: gettext_lazy("Đổi tên và giờ của CLB, đóng CLB"),
    Action.MANAGE_ROLES: gettext_lazy("Thêm, bớt thành viên và đổi vai trò"),
}
_OPEN, _SETTLED, _LOCKED, _CLOSED = Column
WHEN: Mapping[frozenset[Column], Word] = {
    frozenset(Column): "",
    frozenset({_OPEN, _SETTLED, _LOCKED}): gettext_lazy("đến khi mùa đóng"),
    frozenset({_OPEN, _SETTLED}): gettext_lazy("đến khi khóa buổi"),
    frozenset({_OPEN}): gettext_lazy("khi buổi đang chơi"),
    frozenset({_SETTLED}): gettext_lazy("sau khi kết sổ"),
    frozenset({_LOCKED}): gettext_lazy("sau khi khóa buổi"),
    frozenset({_SETTLED, _LOCKED, _CLOSED}): gettext_lazy("từ khi kết sổ"),
}


def rights_of(role: Role) -> Sequence[str]:
    """What this role may do that the one below may not, in the order of the matrix."""
    return [
        _sentence(action, grant, columns)
        for action, cells in MATRIX.items()
        for grant, columns in grants_of(cells).items()
        if grant.role is role
    ]


def rights_by_role() -> Sequence[tuple[Role, Sequence[str]]]:
    """What each role may do beyond the one below it, from the lowest up."""
    return [(role, rights_of(role)) for role in sorted(Role, key=lambda role: role.rank)]


def grants_of(cells: Mapping[Column, object]) -> Mapping[Grant, frozenset[Column]]:
    """The grants of an action, each with the states it holds in."""
    grants: dict[Grant, frozenset[Column]] = {}
    for column, cell in cells.items():
        if isinstance(cell, Grant):
            grants[cell] = grants.get(cell, frozenset()) | {column}
    return grants


def _sentence(action: Action, grant: Grant, columns: frozenset[Column]) -> str:
    said = {"action": ACTIONS[action], "when": WHEN[columns]}
    sentence = _("%(action)s %(when)s") % said if said["when"] else str(said["action"])
    if grant.note:
        sentence = _("%(sentence)s, phải ghi lý do") % {"sentence": sentence}
    if grant.parties:
        sentence = _("%(sentence)s (người trong cuộc cũng được)") % {"sentence": sentence}
    return sentence
