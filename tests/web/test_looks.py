"""Language, theme, security headers and error pages: what all pages share."""

import re

import pytest
from django.template.loader import get_template
from django.utils import translation

from scoring.templatetags import looks
from scoring.words import figures
from tests.web.pages import NIGHT, Tags, language, words

ERRORS = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"]


def test_the_language_changes_and_keeps_path_and_query(visitor) -> None:
    asked = f"{NIGHT}?loc=u"
    page = visitor.get(asked).content.decode()
    assert f'name="next" value="{asked}"' in page
    answer = visitor.post("/ngon-ngu/", {"language": "en", "next": asked})
    assert answer["Location"] == asked
    english = visitor.get(asked)
    assert '<html lang="en"' in english.content.decode()
    assert "Friday" in words(english)
    assert '<html lang="vi"' in page


def test_the_theme_is_kept_in_a_cookie_and_written_on_the_page(visitor) -> None:
    assert 'data-theme="system"' in visitor.get(NIGHT).content.decode()
    answer = visitor.post("/giao-dien/", {"theme": "dark", "next": NIGHT})
    assert answer["Location"] == NIGHT
    assert 'data-theme="dark"' in visitor.get(NIGHT).content.decode()


@pytest.mark.parametrize("back", ["https://khac.example/", "//khac.example/", ""])
def test_the_theme_leads_nowhere_else_and_takes_no_other_word(visitor, back) -> None:
    answer = visitor.post("/giao-dien/", {"theme": '"><script>', "next": back})
    assert answer["Location"] == "/"
    assert looks.THEME_COOKIE not in answer.cookies


@pytest.mark.parametrize("path", [NIGHT, "/dang-nhap/", "/khong-co/"])
def test_a_page_has_nothing_inline_and_fetches_from_nowhere_else(visitor, books, path) -> None:
    books.record()
    if path == "/dang-nhap/":
        visitor.logout()
    response = visitor.get(path)
    policy = response["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy
    page = Tags(response.content.decode())
    assert page.inline == []
    for tag, attributes in page.tags:
        assert "style" not in attributes, tag
        assert not [name for name in attributes if name.startswith("on")], tag
        for name in ("src", "href", "action", "formaction"):
            assert not re.match(r"[a-z]+:|//", attributes.get(name) or "/"), (tag, attributes)


@pytest.mark.sqlite
@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_one_heading_one_word_of_comfort_and_one_button(name) -> None:
    said = {}
    for code in ("vi", "en"):
        with translation.override(code):
            # As Django renders 500.html: without any context.
            page = get_template(name).render()
        assert f'<html lang="{code}"' in page
        assert page.count("<h1>") == page.count('class="button"') == 1
        assert "<form" not in page
        said[code] = re.sub(r"<[^>]+>", "", page)
    assert said["vi"] != said["en"]
    assert not re.search(r"[ạảấầậđệộơớợưứ]", said["en"])


def test_a_bug_shows_the_page_for_it(visitor, monkeypatch) -> None:
    def fail(**_given: object) -> None:
        raise RuntimeError("thử")

    monkeypatch.setattr("scoring.web.views.night.get_night_page", fail)
    visitor.raise_request_exception = False
    answer = visitor.get(NIGHT)
    assert answer.status_code == 500
    assert "Máy chủ gặp lỗi" in words(answer)


@pytest.mark.sqlite
def test_figures_are_grouped_signed_and_pointed() -> None:
    with translation.override("vi"):
        assert figures.number(1284) == "1.284"
        assert looks.marked(-1284) == '<i class="arrow">▼</i>\u22121.284'
    with translation.override("en"):
        assert figures.signed(1284) == "+1,284"
        assert looks.marked(0) == "0"
    assert [looks.tone(points) for points in (5, -5, 0, None)] == ["gain", "loss", "even", "even"]


def test_numbers_of_a_page_follow_its_language(visitor, books) -> None:
    books.record(books.sheet(adjustments=[(0, 1, 1000)], multiplier=1))
    books.record(books.sheet(adjustments=[(0, 1, 284)]))
    assert "\u22121.272" in words(visitor.get(NIGHT))
    language(visitor, "en")
    assert "\u22121,272" in words(visitor.get(NIGHT))
