"""The glossary: the words of the game and of the club, once, for the help page and the books.

docs/glossary.md is this list in English (`python -m tests.glossary` writes it, a test compares).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.words.terms import Word


@dataclass(frozen=True, slots=True)
class Entry:
    """A word: where it stands on the page, what the code calls it, what screens call it, and what
    it means. Code words stand in back ticks.
    """

    anchor: str
    code: str
    word: str
    meaning: Word


@dataclass(frozen=True, slots=True)
class Part:
    """Entries of one place, in the order of the book."""

    key: str
    title: Word
    entries: Sequence[Entry]


_AT_THE_TABLE = (
    Entry("van", "deal", "ván", gettext_lazy("một lần chơi từ lúc chia bài đến lúc trả điểm")),
    Entry("phieu-van", "sheet", "phiếu ván", gettext_lazy("những gì ghi lại về một ván")),
    Entry(
        "cho-ngoi",
        "seat",
        "chỗ ngồi",
        gettext_lazy("vị trí theo lượt; chỉ ăn được cây của người ngồi ngay trước (R-10)"),
    ),
    Entry(
        "nguoi-di-dau",
        "starter",
        "người đi đầu",
        gettext_lazy("người cầm mười lá và đánh trước (R-51)"),
    ),
    Entry(
        "bai",
        "hand",
        "bài",
        gettext_lazy("các lá của một người; trên phiếu ván là những gì biết được khi hết ván"),
    ),
    Entry(
        "phom",
        "meld; set, run",
        "phỏm; ngang, dọc",
        gettext_lazy(
            "ba hoặc bốn lá cùng số; từ ba lá liền nhau cùng chất "
            "(A nhỏ nhất, K lớn nhất, không vòng lại)"
        ),
    ),
    Entry("ca", "partial meld", "cạ", gettext_lazy("hai lá còn thiếu một lá để thành phỏm")),
    Entry(
        "diem-bai",
        "hand points",
        "điểm bài",
        gettext_lazy("điểm của các lá còn lại sau khi hạ và gửi (R-01)"),
    ),
    Entry(
        "an",
        "eat, eater, feeder",
        "ăn, người ăn, người bị ăn",
        gettext_lazy("lấy cây người ngồi trước vừa đánh để ghép phỏm (R-11)"),
    ),
    Entry(
        "vong-cuoi",
        "last round",
        "vòng cuối",
        gettext_lazy("từ lượt hạ đầu tiên đến hết ván, kể cả các lượt tái và thêm vòng"),
    ),
    Entry(
        "an-chot",
        "last-round eat",
        "ăn chốt",
        gettext_lazy("ăn ở lượt vòng cuối của chính mình (R-12)"),
    ),
    Entry("ha", "lay down", "hạ", gettext_lazy("bày các phỏm ra trước khi đánh cây cuối")),
    Entry("gui", "lay off; sent", "gửi", gettext_lazy("thêm lá vào phỏm người khác đã hạ")),
    Entry(
        "ne-ha",
        "dodge",
        "né hạ",
        gettext_lazy(
            "một lượt ăn đẩy vòng đánh đi, nên người hạ đầu tiên thành người hạ cuối (R-50)"
        ),
    ),
    Entry(
        "tai",
        "extra turn, extra round",
        "tái, thêm vòng",
        gettext_lazy("người đã hạ được chơi thêm lượt vì có người ăn chốt"),
    ),
    Entry("mom", "móm (`mom`)", "móm, cháy", gettext_lazy("hết ván mà không có phỏm nào (R-05)")),
    Entry(
        "bo-giua-van",
        "forfeit",
        "bỏ giữa ván",
        gettext_lazy("bỏ bài, hoặc hạ sai: trong ván thường thì tính như móm (R-44)"),
    ),
    Entry("u", "ù (`u`)", "ù", gettext_lazy("hết bài: đủ ba phỏm, hoặc còn 0 điểm bài")),
    Entry(
        "u-thuong",
        "plain, ten, round, dry, zero",
        "ù thường, ù mười lá, ù tròn, ù khan, ù không điểm",
        gettext_lazy("các loại ù (R-20)"),
    ),
    Entry(
        "den",
        "compensation, compensator",
        "đền, người đền",
        gettext_lazy("một người trả thay phần của mọi người thua (R-30 đến R-36)"),
    ),
    Entry(
        "loi",
        "fault, offender",
        "lỗi (báo láo, ăn láo, hạ láo), người phạm lỗi",
        gettext_lazy("điều làm dừng ván, người phạm lỗi phải trả (R-41)"),
    ),
    Entry(
        "ga",
        "pot, ante",
        "gà, góp gà",
        gettext_lazy(
            "điểm chung để dành từ ván này sang ván khác; phần mỗi người góp trước ván (R-40)"
        ),
    ),
    Entry(
        "ghi-tay",
        "adjustment",
        "ghi tay",
        gettext_lazy("một dòng tự ghi: ai trả ai bao nhiêu (R-42)"),
    ),
    Entry("he-so", "multiplier", "hệ số", gettext_lazy("nhân mọi số cược của một ván (R-43)")),
    Entry("nhat", "places 1–4", "nhất, nhì, ba, bét", gettext_lazy("thứ tự về của ván thường")),
    Entry(
        "ket-thuc-van",
        "ending",
        "kết thúc ván",
        gettext_lazy(
            "ván kết thúc thế nào: `normal` thường, `u` ù, `fault` lỗi, `drawn` hòa, `void` hủy"
        ),
    ),
)
_IN_THE_CLUB = (
    Entry(
        "clb",
        "club",
        "CLB",
        gettext_lazy("những người chơi cùng nhau; mọi thứ khác đều thuộc một CLB"),
    ),
    Entry(
        "buoi",
        "night",
        "buổi",
        gettext_lazy("một ngày chơi của CLB; ván thuộc buổi của nó dù đồng hồ đã sang ngày mới"),
    ),
    Entry("ban", "table", "bàn", gettext_lazy("một nhóm người quanh một chiếc bàn trong một buổi")),
    Entry(
        "nguoi-choi",
        "player",
        "người chơi",
        gettext_lazy(
            "một người trong danh sách của CLB; có thể là khách; có thể gắn với một tài khoản"
        ),
    ),
    Entry(
        "vai-tro",
        "membership",
        "vai trò",
        gettext_lazy("tài khoản được làm gì trong CLB: chủ, quản lý, người ghi, thành viên"),
    ),
    Entry("may", "device", "máy", gettext_lazy("điện thoại vào bàn bằng mã, không cần tài khoản")),
    Entry(
        "bo-luat",
        "rule set",
        "bộ luật",
        gettext_lazy("những lựa chọn CLB chơi theo (`phom-rules/1`)"),
    ),
    Entry(
        "muc-cuoc",
        "stake",
        "mức cược",
        gettext_lazy("số điểm cho mỗi cược, một số nguyên; có thể đổi từ một ván trở đi"),
    ),
    Entry(
        "muc-cuoc-2",
        "terms",
        "mức cược, luật và chỗ ngồi đang dùng",
        gettext_lazy("mức cược, luật và chỗ ngồi một bàn đang theo"),
    ),
    Entry("cuoc", "bet", "cược", gettext_lazy("đơn vị máy dùng để tính ván")),
    Entry(
        "diem",
        "points",
        "điểm",
        gettext_lazy("cược nhân mức cược, đơn vị của sổ; không phải tiền"),
    ),
    Entry(
        "dong-so",
        "transfer",
        "dòng sổ",
        gettext_lazy("một dòng của sổ: ai trả, ai nhận, bao nhiêu"),
    ),
    Entry(
        "so-du",
        "balance",
        "số dư",
        gettext_lazy("được trừ trả, tính trên các dòng đang có hiệu lực"),
    ),
    Entry(
        "ban-ghi",
        "revision",
        "bản ghi",
        gettext_lazy("một lần ghi của ván; không sửa bản cũ mà thêm bản mới"),
    ),
    Entry(
        "ban-ghi-keo-theo",
        "following revision",
        "bản ghi kéo theo",
        gettext_lazy("ván ù được tính lại vì gà trước nó đã đổi"),
    ),
    Entry(
        "ket-so",
        "settlement, payment",
        "kết sổ, trả",
        gettext_lazy("cuối buổi ai đưa ai bao nhiêu"),
    ),
    Entry(
        "cach-tra",
        "plan, group",
        "cách trả, nhóm trả",
        gettext_lazy("các khoản trả của một lần kết sổ; những người trả lẫn nhau là đủ"),
    ),
    Entry(
        "chac-chan-it-nhat",
        "proven",
        "chắc chắn ít nhất",
        gettext_lazy("với các số dư này không có cách nào ít khoản trả hơn"),
    ),
    Entry(
        "nguoi-dung-ra-thu-tra",
        "host",
        "người đứng ra thu trả",
        gettext_lazy("người mà ai cũng trả hoặc nhận qua, khi kết sổ theo cách ấy"),
    ),
    Entry(
        "mo-ga",
        "pot move",
        "mở gà, đóng gà",
        gettext_lazy("điểm vào hoặc ra khỏi gà ngoài các ván"),
    ),
    Entry(
        "diem-phat",
        "penalty",
        "điểm phạt, điểm thưởng",
        gettext_lazy("điểm xếp hạng thêm hoặc bớt trong mùa; không ai trả ai"),
    ),
    Entry(
        "len-xuong-hang",
        "movement, crossing",
        "lên xuống hạng, vượt",
        gettext_lazy("đổi hạng so với buổi trước; người này vượt người kia"),
    ),
    Entry(
        "bang-chot-mua",
        "snapshot",
        "bảng chốt mùa",
        gettext_lazy("bảng được giữ lại khi mùa kết thúc, cùng mọi thứ để tính ra nó"),
    ),
    Entry(
        "ga-mang-sang",
        "carried pot, fund",
        "gà mang sang, quỹ",
        gettext_lazy("tài khoản của CLB bên cạnh tài khoản của người chơi"),
    ),
    Entry(
        "mua-giai",
        "season, standings",
        "mùa giải, bảng xếp hạng",
        gettext_lazy("một khoảng ngày chơi; bảng người chơi của khoảng đó"),
    ),
    Entry("bang-cong", "tally", "bảng cộng", gettext_lazy("tổng của một người ở một bàn")),
    Entry(
        "khieu-nai",
        "dispute, possible duplicate",
        "khiếu nại, có thể trùng",
        gettext_lazy("dấu trên một ván mà ai đó phải giải quyết"),
    ),
)

PARTS: Sequence[Part] = (
    Part("table", pgettext_lazy("từ điển", "Ở bàn chơi"), _AT_THE_TABLE),
    Part("club", pgettext_lazy("từ điển", "Trong câu lạc bộ"), _IN_THE_CLUB),
)


def entries() -> Iterator[Entry]:
    """Every word, in the order of the book."""
    for part in PARTS:
        yield from part.entries
