"""The page of the audit log: days, sentences, filters, pages, files."""

import csv
import io
import json
from uuid import uuid4

import pytest

from scoring.actors import Role
from scoring.models import AuditEvent, Player, RevisionKind
from scoring.services.deals import revise_deal
from tests.web.conftest import sign_in
from tests.web.pages import language, words

LOG = "/clb/clb-mau/nhat-ky/"


def correct(books, answer, **changes):
    return revise_deal(
        actor=books.owner,
        deal_id=answer.deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.CORRECT,
        sheet=books.sheet(**changes),
        note="ghi nhầm",
    )


def body(answer) -> str:
    """A file, whole."""
    return b"".join(answer.streaming_content).decode()


def test_a_correction_is_told_with_before_and_after_its_note_and_a_link_to_the_deal(
    books, visitor
) -> None:
    correct(books, books.record(), eats=[(1, False)])
    answer = visitor.get(LOG)
    said = words(answer)
    assert "Sửa ván 1 An: nhất +6 → thành nhất +5 Bình: nhì −1 → thành nhì 0 ghi nhầm" in said
    assert "owner-clb-mau · Bàn 1 · buổi 04/09/2026" in said
    assert "/clb/clb-mau/buoi/2026-09-04/" in answer.content.decode()
    language(visitor, "en")
    assert "Corrected deal 1 An: 1st +6 → to 1st +5" in words(visitor.get(LOG))


def test_the_log_is_narrowed_by_what_who_when_and_one_deal(books, visitor) -> None:
    first = books.record()
    books.record()
    correct(books, first, eats=[(1, False)])
    assert "Ghi ván 2" not in words(visitor.get(f"{LOG}?viec=deal.correct"))
    assert "Mở buổi" not in words(visitor.get(f"{LOG}?viec=deal"))
    assert "Ghi ván 2" in words(visitor.get(f"{LOG}?ngay=2026-09-04"))
    assert "Ghi ván 2" in words(visitor.get(f"{LOG}?ai=login:{books.owner.login_id}"))
    one = words(visitor.get(f"{LOG}?muc=deal:{first.deal_id}"))
    assert "Sửa ván 1" in one
    assert "Ghi ván 2" not in one


@pytest.mark.parametrize(
    "query",
    [
        "ngay=2026-13-45",
        "ngay=hôm+qua",
        "ai=login:x",
        "ai=login:99999999999999999999999",
        "ai=ai-đó",
        "viec=deal.forget",
        "muc=:",
        "muc=deal:không-phải-mã",
        "ngay=2020-01-01",
    ],
)
def test_a_filter_that_fits_nothing_says_so_and_how_to_get_back(books, visitor, query) -> None:
    books.record()
    answer = visitor.get(f"{LOG}?{query}")
    assert answer.status_code == 200
    if query != "muc=:":  # an empty kind and id narrow nothing
        assert "Không có việc nào khớp. Bỏ lọc" in words(answer)


@pytest.mark.parametrize("before", ["0", "-1", "abc", "9" * 30])
def test_a_page_that_is_no_page_is_empty_and_leads_back(books, visitor, before) -> None:
    answer = visitor.get(f"{LOG}?truoc={before}")
    assert answer.status_code == 200
    assert "Về mới nhất" in words(answer)


def test_older_events_are_a_page_away_with_the_filter_kept(books, visitor) -> None:
    for _ in range(52):
        books.record()
    page = visitor.get(f"{LOG}?viec=deal").content.decode()
    oldest = AuditEvent.objects.filter(action="deal.record").order_by("-pk")[49].pk
    assert f'href="?viec=deal&amp;truoc={oldest}"' in page
    second = words(visitor.get(f"{LOG}?viec=deal&truoc={oldest}"))
    assert "Ghi ván 2 " in second
    assert "Ghi ván 3 " not in second
    assert "Cũ hơn" not in second


def test_a_member_reads_the_nights_they_played_and_is_told_why_there_is_nothing(
    books, client
) -> None:
    member = books.actor(Role.MEMBER)
    books.record()
    visitor = sign_in(client, member)
    assert "Tài khoản này chưa chơi buổi nào." in words(visitor.get(LOG))
    Player.objects.filter(pk=books.people[0].pk).update(login_id=member.login_id)
    said = words(visitor.get(LOG))
    assert "Ghi ván 1" in said
    assert "Lập CLB" not in said
    assert "Lập CLB" not in body(visitor.get(f"{LOG}tep/"))


def test_a_page_asks_no_more_when_there_is_more(
    books, visitor, django_assert_max_num_queries, django_assert_num_queries
) -> None:
    def evening() -> None:
        correct(books, books.record(), eats=[(1, False)])

    evening()
    visitor.get(LOG)
    with django_assert_max_num_queries(12) as asked:
        visitor.get(LOG)
    few = len(asked)
    for _ in range(12):
        evening()
    with django_assert_num_queries(few):
        visitor.get(LOG)


def test_the_log_as_csv_has_a_line_an_event_and_no_formula(books, visitor) -> None:
    revise_deal(
        actor=books.owner,
        deal_id=books.record().deal_id,
        revision_id=uuid4(),
        based_on=1,
        kind=RevisionKind.VOID,
        note="=1+1",
    )
    answer = visitor.get(f"{LOG}tep/?dang=csv")
    assert answer["Content-Disposition"] == 'attachment; filename="nhat-ky-clb-mau.csv"'
    text = body(answer)
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert len(rows) == AuditEvent.objects.filter(club=books.club).count()
    assert rows[0]["sentence"] == "Hủy ván 1"
    assert rows[0]["note"] == "'=1+1"
    assert json.loads(rows[0]["after"])["n"] == 2


def test_the_log_as_json_is_in_the_language_of_the_reader_and_keeps_the_filter(
    books, visitor
) -> None:
    correct(books, books.record(), eats=[(1, False)])
    language(visitor, "en")
    told = json.loads(body(visitor.get(f"{LOG}tep/?dang=json&viec=deal")))
    assert (told["format"], told["club"]) == ("phom-audit/1", "clb-mau")
    assert [event["sentence"] for event in told["events"]] == [
        "Corrected deal 1",
        "Recorded deal 1",
    ]
    assert told["events"][0]["changes"] == ["An: 1st +6 → 1st +5", "Bình: 2nd −1 → 2nd 0"]
