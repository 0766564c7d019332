"""Pages travel compressed; what programs read keeps the tag they change it by."""

import gzip

import pytest

from tests.web.pages import NIGHT

pytestmark = pytest.mark.django_db
ASKING = {"Accept-Encoding": "gzip"}


def test_a_page_is_compressed_for_whoever_can_read_it(visitor, books) -> None:
    books.record()
    plain = visitor.get(NIGHT)
    packed = visitor.get(NIGHT, headers=ASKING)
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content).decode()[:15] == "<!DOCTYPE html>"
    assert len(packed.content) * 3 < len(plain.content)


def test_a_compressed_page_that_did_not_change_is_not_sent_again(visitor, books) -> None:
    books.record()
    path = f"/clb/clb-mau/mua/{books.season.pk}/"
    visitor.get(path)  # brings the token of the forms, which the tag knows
    tag = visitor.get(path, headers=ASKING)["ETag"]
    again = visitor.get(path, headers={**ASKING, "If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_answers_to_programs_keep_a_strong_tag(visitor, books) -> None:
    deal = books.record()
    answer = visitor.get(f"/api/v1/deals/{deal.deal_id}", headers=ASKING)
    assert answer["ETag"] == '"1"'
    assert "Content-Encoding" not in answer
