"""The help page: for everybody, in both languages, from the same lists as the books."""

import pytest
from django.utils import translation

from scoring.engine import Ruleset
from scoring.words.glossary import PARTS, entries
from scoring.words.rights import rights_by_role
from scoring.words.rulesets import ruleset_in_words
from tests.glossary import BOOK, book
from tests.web.pages import Tags, language, words


@pytest.fixture
def guide(client, db):
    return client.get("/tro-giup/")


def test_the_glossary_of_the_books_is_the_one_of_the_help_page() -> None:
    assert BOOK.read_text(encoding="utf-8") == book(), "run python -m tests.glossary"


def test_every_word_stands_under_an_anchor_of_its_own(guide) -> None:
    ids = [
        attributes["id"]
        for _tag, attributes in Tags(guide.content.decode()).tags
        if "id" in attributes
    ]
    assert len(ids) == len(set(ids))
    assert {entry.anchor for entry in entries()} <= set(ids)


def test_every_word_has_a_meaning_in_both_languages() -> None:
    said = {}
    for code in ("vi", "en"):
        with translation.override(code):
            said[code] = [str(entry.meaning) for entry in entries()]
    assert len(said["vi"]) > 50
    assert not [one for one, other in zip(said["vi"], said["en"], strict=True) if one == other]


def test_the_page_says_the_rules_in_plain_words(guide) -> None:
    said = words(guide)
    for section in ruleset_in_words(Ruleset()):
        for sentence in section.sentences:
            assert f"{sentence.text} {sentence.rule}" in said


def test_the_page_explains_every_word(guide, client) -> None:
    said = words(guide)
    for part in PARTS:
        assert str(part.title) in said
    assert "lấy cây người ngồi trước vừa đánh để ghép phỏm (R-11)" in said
    language(client, "en")
    assert "take the previous seat's discard into a meld (R-11)" in words(client.get("/tro-giup/"))


def test_who_may_do_what_is_what_the_matrix_says(guide) -> None:
    said = words(guide)
    for role, rights in rights_by_role():
        assert rights
        for right in rights:
            assert right in said, (role, right)
    assert (
        said.index("Ghi ván, thêm khách")
        < said.index("Khóa buổi")
        < said.index("Đổi tên và giờ của CLB")
    )


def test_nobody_has_to_sign_in_to_read_it(guide) -> None:
    assert guide.status_code == 200
    assert "Đăng xuất" not in words(guide)


@pytest.mark.parametrize("address", ["/khong-co/", "/clb/khong-co/luat/"])
def test_a_page_that_is_not_there_says_so_in_the_same_look(visitor, address) -> None:
    answer = visitor.get(address)
    assert answer.status_code == 404
    said = words(answer)
    assert "Không tìm thấy trang" in said
    assert "Về CLB" in said
    language(visitor, "en")
    assert "Page not found" in words(visitor.get(address))
