"""What the services refuse, in sentences.

Knows every `ErrorCode` and the values that come with it. Knows no page and no request.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import ErrorCode, ServiceRefused
from scoring.words import terms
from scoring.words.fields import path_in_words
from scoring.words.figures import number
from scoring.words.terms import Word

SENTENCES: dict[ErrorCode, Word] = {
    ErrorCode.NOT_FOUND: gettext_lazy("Không tìm thấy, hoặc không dành cho tài khoản này."),
    ErrorCode.ROLE_TOO_LOW: gettext_lazy("Việc này cần vai trò %(needed)s trở lên."),
    ErrorCode.NOTE_REQUIRED: gettext_lazy("Ghi chú: sửa sổ đã kết thì phải ghi lý do."),
    ErrorCode.IDEMPOTENCY_KEY_REUSED: gettext_lazy(
        "Khóa này đã dùng cho một yêu cầu khác: tạo khóa mới."
    ),
    ErrorCode.REQUEST_INVALID: gettext_lazy("Thiếu hoặc ghi sai mục: %(field)s."),
    ErrorCode.NAME_EMPTY: gettext_lazy("Chưa ghi %(field)s."),
    ErrorCode.NAME_TAKEN: gettext_lazy("Đã có người hoặc bàn khác dùng %(field)s này."),
    ErrorCode.NAME_TOO_LONG: gettext_lazy("%(field)s dài quá %(at_most)s chữ."),
    ErrorCode.SLUG_INVALID: gettext_lazy(
        "Tên trong địa chỉ chỉ gồm chữ thường không dấu, số và gạch nối, nhiều nhất 60 chữ."
    ),
    ErrorCode.SLUG_TAKEN: gettext_lazy("Tên trong địa chỉ đã có CLB khác dùng."),
    ErrorCode.TIME_ZONE_UNKNOWN: gettext_lazy("Múi giờ không có: chọn một nơi trong danh sách."),
    ErrorCode.CUTOFF_INVALID: gettext_lazy("Giờ sang ngày mới phải từ 0 đến 12."),
    ErrorCode.LANGUAGE_UNKNOWN: gettext_lazy("Ngôn ngữ: chỉ có tiếng Việt và tiếng Anh."),
    ErrorCode.CONFIRMATION_WRONG: gettext_lazy(
        "Gõ đúng tên trong địa chỉ của CLB để xác nhận: %(slug)s."
    ),
    ErrorCode.STAKE_INVALID: gettext_lazy("Mức cược phải là số nguyên từ 1 đến 1.000.000."),
    ErrorCode.POINTS_INVALID: gettext_lazy("Số điểm phải là số nguyên, khác 0 và không quá lớn."),
    ErrorCode.SEATS_INVALID: gettext_lazy(
        "Chỗ ngồi: cần từ 2 đến 4 người khác nhau, ghế chờ không trùng ai đang ngồi."
    ),
    ErrorCode.LAST_OWNER: gettext_lazy("Vai trò: CLB phải còn ít nhất một chủ."),
    ErrorCode.LOGIN_UNKNOWN: gettext_lazy(
        "Không có tài khoản nào mang tên đăng nhập này. Người đó cần đăng ký trước."
    ),
    ErrorCode.LOGIN_HAS_ROLE: gettext_lazy("Tài khoản này đã có vai trò trong CLB."),
    ErrorCode.PLAYER_ID_REUSED: gettext_lazy("Mã người chơi này đã có với nội dung khác."),
    ErrorCode.PLAYER_UNKNOWN: gettext_lazy("%(seat)s không có trong danh sách người chơi của CLB."),
    ErrorCode.PLAYER_MERGED: gettext_lazy("Người chơi này đã được gộp vào người khác."),
    ErrorCode.PLAYER_NOT_MERGED: gettext_lazy("Người chơi này chưa được gộp vào ai."),
    ErrorCode.MERGED_SELF: gettext_lazy("Không thể gộp một người vào chính mình."),
    ErrorCode.MERGED_MET: gettext_lazy(
        "Không gộp được: hai người đã ngồi cùng một ván (ván %(deal_number)s)."
    ),
    ErrorCode.PLAYER_HAS_LOGIN: gettext_lazy("Người chơi này đã có tài khoản riêng."),
    ErrorCode.LOGIN_HAS_PLAYER: gettext_lazy("Tài khoản này đã gắn với người chơi khác."),
    ErrorCode.CODE_UNKNOWN: gettext_lazy(
        "Không tìm thấy bàn này. Kiểm tra lại mã hoặc hỏi người ghi."
    ),
    ErrorCode.PASSWORD_WRONG: gettext_lazy("Tên đăng nhập hoặc mật khẩu không đúng."),
    ErrorCode.SECOND_FACTOR_NEEDED: gettext_lazy(
        "Tài khoản này đăng nhập hai bước: tạo khóa cho chương trình ở trang “Tôi”."
    ),
    ErrorCode.TOO_MANY_TOKENS: gettext_lazy(
        "Đã có %(at_most)s khóa cho chương trình: thu hồi bớt rồi tạo khóa mới."
    ),
    ErrorCode.SEASON_OVERLAPS: gettext_lazy("Ngày của mùa trùng với một mùa khác của CLB."),
    ErrorCode.SEASON_DAYS_INVALID: gettext_lazy("Ngày cuối của mùa phải sau hoặc bằng ngày đầu."),
    ErrorCode.SEASON_DAYS_FROZEN: gettext_lazy("Mùa đã có buổi chơi nên không đổi ngày được nữa."),
    ErrorCode.SEASON_CLOSED: gettext_lazy("Mùa đã đóng: mở lại mùa rồi mới ghi được."),
    ErrorCode.SEASON_OPEN: gettext_lazy("Mùa đang mở."),
    ErrorCode.NIGHT_OUTSIDE_SEASON: gettext_lazy("Ngày %(day)s không thuộc mùa nào của CLB."),
    ErrorCode.NIGHT_SETTLED: gettext_lazy("Buổi đã kết sổ: mở lại buổi rồi mới ghi được."),
    ErrorCode.NIGHT_LOCKED: gettext_lazy("Buổi đã khóa: người quản lý phải mở lại trước."),
    ErrorCode.NIGHT_OPEN: gettext_lazy("Buổi đang chơi, chưa kết sổ."),
    ErrorCode.SEASON_UNSETTLED: gettext_lazy(
        "Mùa còn buổi chưa kết sổ hoặc ván bị khiếu nại: giải quyết xong rồi mới kết thúc mùa."
    ),
    ErrorCode.POLICY_UNKNOWN: gettext_lazy("CLB không có cách xếp hạng này."),
    ErrorCode.NIGHT_UNRESOLVED: gettext_lazy(
        "Còn ván nghi trùng hoặc khiếu nại chưa giải quyết trong buổi."
    ),
    ErrorCode.DEALS_WAITING: gettext_lazy("Còn %(count)s ván chưa gửi (%(phones)s)."),
    ErrorCode.RULESET_UNKNOWN: gettext_lazy("Luật: CLB không có bản luật này."),
    ErrorCode.TERMS_UNKNOWN: gettext_lazy(
        "%(field)s trên máy không phải của bàn lúc này: tải lại bàn rồi ghi tiếp."
    ),
    ErrorCode.TERMS_ID_REUSED: gettext_lazy("Lần đổi mức cược, luật hoặc chỗ này đã ghi khác."),
    ErrorCode.TERMS_NOT_LAST: gettext_lazy("Chỉ hoàn tác được lần đổi sau cùng của bàn."),
    ErrorCode.TERMS_USED: gettext_lazy("Đã có ván ghi theo lần đổi này nên không hoàn tác được."),
    ErrorCode.STALE_TERMS: gettext_lazy(
        "Bàn vừa được máy khác thay đổi: xem lại chỗ ngồi và mức cược đang có."
    ),
    ErrorCode.DEAL_ID_REUSED: gettext_lazy("Ván này đã có trong sổ với nội dung khác."),
    ErrorCode.REVISION_ID_REUSED: gettext_lazy("Lần sửa này đã có trong sổ với nội dung khác."),
    ErrorCode.STALE_REVISION: gettext_lazy(
        "Ván vừa được người khác sửa: xem lại bản mới rồi sửa tiếp."
    ),
    ErrorCode.DEAL_VOID: gettext_lazy("Ván đã hủy rồi."),
    ErrorCode.DEAL_NOT_VOID: gettext_lazy("Ván chưa hủy nên không có gì để khôi phục."),
    ErrorCode.SHEET_MISSING: gettext_lazy("Phiếu ván: sửa ván thì phải gửi phiếu mới."),
    ErrorCode.SHEET_UNWANTED: gettext_lazy("Phiếu ván: hủy hoặc khôi phục thì không gửi phiếu."),
    ErrorCode.POT_OVERDRAWN: gettext_lazy(
        "Không ghi được: sau ván %(deal_number)s gà sẽ thiếu %(missing_points)s điểm."
    ),
    ErrorCode.PLAYED_AT_INVALID: gettext_lazy("Giờ chơi không hợp lệ: xem lại đồng hồ của máy."),
    ErrorCode.ADJUSTMENT_ID_REUSED: gettext_lazy("Dòng ghi tay này đã có với nội dung khác."),
    ErrorCode.ADJUSTMENT_CANCELLED: gettext_lazy("Dòng ghi tay này đã được hủy."),
    ErrorCode.ADJUSTMENT_SELF: gettext_lazy("Người trả và người nhận phải là hai người khác nhau."),
    ErrorCode.SETTLEMENT_ID_REUSED: gettext_lazy("Lần kết sổ này đã có với nội dung khác."),
    ErrorCode.PAYMENT_ID_REUSED: gettext_lazy("Khoản trả này đã có với nội dung khác."),
    ErrorCode.PAYMENT_STATE: gettext_lazy(
        "Khoản trả đã đổi trạng thái: xem lại trang kết sổ rồi thử lại."
    ),
    ErrorCode.PAYMENT_TAKEN_BACK: gettext_lazy("Khoản trả này đã được ghi ngược lại."),
    ErrorCode.DUPLICATE_RESOLVED: gettext_lazy("Ván nghi trùng này đã được giải quyết."),
    ErrorCode.DISPUTE_SETTLED: gettext_lazy("Khiếu nại này đã được giải quyết."),
    ErrorCode.DISPUTE_NOT_YOURS: gettext_lazy("Chỉ người ngồi trong ván mới khiếu nại được."),
    ErrorCode.FILE_HEADER_INVALID: gettext_lazy(
        "Dòng đầu của tệp không đúng định dạng phom-deals/1: %(field)s."
    ),
    ErrorCode.LINE_INVALID: gettext_lazy("Dòng %(line)s của tệp ghi sai mục: %(field)s."),
    ErrorCode.FILE_EXISTS: gettext_lazy("Tệp đã có, không ghi đè."),
    ErrorCode.BACKUP_FAILED: gettext_lazy("Không sao lưu được: xem nhật ký của máy chủ."),
    ErrorCode.TOOL_MISSING: gettext_lazy("Máy chủ thiếu công cụ cần cho việc này."),
}


def error(refused: ServiceRefused, names: Mapping[str, str]) -> str:
    """Why a service said no; `names` gives people for seat ids."""
    return str(SENTENCES[refused.code]) % _Said(refused, names)


class _Said(dict[str, str]):
    """The values as words; one that was not given is filled with what the code is about."""

    def __init__(self, refused: ServiceRefused, names: Mapping[str, str]) -> None:
        super().__init__({key: _word(key, value, names) for key, value in refused.values.items()})

    def __missing__(self, key: str) -> str:
        # `request_invalid` says where by `path`, others by `field`.
        return self.get("path") or _("chưa rõ")


def _word(key: str, value: object, names: Mapping[str, str]) -> str:
    if key in {"field", "path"}:
        return path_in_words(str(value), names)
    if key == "needed":
        return str(terms.ROLES.get(str(value), str(value)))
    if isinstance(value, int):
        return number(value)
    return names.get(str(value), str(value))
