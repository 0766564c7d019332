"""The sentences of the table page about what needs a second look: possible duplicates, and what
the server refused.

Knows words; `{name}` stands for what the page puts in.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.words.terms import Word

DOUBLES: Mapping[str, Word] = {
    "doubles": _("Nghi trùng ván"),
    "doubles_help": _("Hai máy có thể đã ghi cùng một ván. Cả hai vẫn tính cho đến khi chọn."),
    "doubles_at": _("Nghi trùng ván {number}"),
    "doubles_at_of": _("Nghi trùng ván {number} (máy {name})"),
    "doubles_many": _("Nghi trùng {count} ván"),
    "doubles_many_of": _("Nghi trùng {count} ván (máy {name})"),
    "see": _("{text} · Xem"),
    "same_results": _("Hai kết quả giống nhau."),
    "other_results": _("Hai kết quả khác nhau."),
    "this_phone": _("Máy này"),
    "that_phone": _("Máy khác"),
    "phone_of": _("Máy {name}"),
    "by_line": _("Từng dòng"),
    "keep_both": _("Giữ cả hai"),
    "drop_of": _("Bỏ ván của {name}"),
    "drop_that": _("Bỏ ván của máy kia"),
    "drop_mine": _("Bỏ ván của tôi"),
    "drop_number": _("Bỏ ván {number}"),
    "drop_all_of": _("Bỏ cả {count} ván của máy {name}"),
    "drop_all_that": _("Bỏ cả {count} ván của máy kia"),
    "drop_all_mine": _("Bỏ cả {count} ván của máy này"),
    "kept_both": _("Đã giữ cả hai: ván {number} và ván {other}."),
    "dropped": _("Đã bỏ ván {number}."),
    "dropped_many": _("Đã bỏ {count} ván."),
    "overtaken": _("Máy khác đã chọn trước. {what}"),
    "is_paired": _("? nghi trùng"),
    "event_decide": _("Nghi trùng ván {number}"),
}

REFUSED: Mapping[str, Word] = {
    "review_at": _("Cần xem lại ván {number}"),
    "server_fails": _("Máy chủ gặp lỗi khi nhận việc này. Nó vẫn còn trên máy này."),
    "is_refused": _("chưa vào sổ"),
    "send_again": _("Gửi lại"),
    "sending_again": _("Đang gửi lại"),
    "keep_by_hand": _("Giữ, ghi tay"),
    "written_by_hand": _("Đã ghi tay ván {number}"),
    "holds_now": _("Đang có trong sổ"),
    "my_version": _("Bản của tôi"),
    "use_mine": _("Dùng bản của tôi"),
    "used_mine": _("Ván {number}: dùng bản của tôi"),
    "drop_my_version": _("Bỏ bản của tôi"),
    "night_over": _("Buổi đã kết sổ. {count} ván chưa gửi"),
    "season_over": _("Mùa đã đóng. {count} ván chưa gửi"),
    "code_over": _("Mã bàn không còn dùng được"),
    "code_over_at": _("Mã bàn hết dùng được – {count} việc còn ở máy này"),
    "may_not": _("Chưa gửi được bằng tài khoản này"),
    "all_kept": _("Mọi việc chưa gửi vẫn còn trên máy này."),
    "enter_code": _("Nhập mã bàn"),
    "join-again": _("Mã bàn"),
    "export": _("Xuất ván ra chữ"),
    "exported": _("Đã chép các ván chưa gửi."),
    "exported_here": _("Các ván chưa gửi, bằng chữ"),
    "settle_unsent": _("Còn {count} ván chưa gửi"),
    "settle_after": _("Các ván này chưa vào sổ: gửi xong hoặc xem lại rồi hãy kết sổ."),
    "settle_look": _("Vẫn xem kết sổ"),
    "is_known": _("Là {name}, người của CLB"),
    "rename_guest": _("Người khác: tên của khách"),
    "rename": _("Đổi tên"),
}
