"""Names: the same whatever case and form, sorted as a Vietnamese reader expects, found without
marks.
"""

import random
import unicodedata
from typing import Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.names import call_name, clean_name, name_key, search_key, sort_key

Form = Literal["NFC", "NFD"]
pytestmark = pytest.mark.sqlite  # no database at all

# Letters first, in the order of the alphabet; between words of the same letters the tone decides:
# none, huyền, hỏi, ngã, sắc, nặng.
BY_HAND = [
    "A",
    "À",
    "Ả",
    "Ã",
    "Á",
    "Ạ",
    "An",
    "Án",
    "Anh",
    "Ánh",
    "Ăn",
    "Ẳn",
    "Ân",
    "Ấn",
    "Bê",
    "Bình",
    "Bính",
    "Ca",
    "Chi",
    "Dung",
    "Dũng",
    "Dương",
    "Đan",
    "Đào",
    "Em",
    "Ê",
    "Giang",
    "Hà",
    "Hoa",
    "Hòa",
    "Hoá",
    "Hồ",
    "Hơn",
    "Khôi",
    "Linh",
    "Nga",
    "Nghĩa",
    "Oanh",
    "Ông",
    "Ơn",
    "Phú",
    "Quân",
    "Sơn",
    "Tú",
    "Tư",
    "Uyên",
    "Ưng",
    "Vy",
    "Xuân",
    "Yến",
]
GIVEN_NAME_FIRST = [
    "Nguyễn Văn An",
    "Trần An",
    "Lê Thị Bình",
    "Nguyễn Bình",
    "Nguyễn Văn Bình",
    "Trần Bình",
    "An Chi",
    "Dung",
    "Phạm Dung",
    "Dũng",
    "Bùi Dũng",
    "Phạm Dũng",
    "An Đan",
]


@pytest.mark.parametrize("names", [BY_HAND, GIVEN_NAME_FIRST])
def test_names_sort_as_a_vietnamese_reader_expects(names: list[str]) -> None:
    shuffled = random.Random(7).sample(names, len(names))
    assert sorted(shuffled, key=sort_key) == names


def test_every_letter_of_the_alphabet_has_its_place() -> None:
    letters = list("aăâbcdđeêghiklmnoôơpqrstuưvxy")
    assert sorted(random.Random(3).sample(letters, len(letters)), key=sort_key) == letters


def test_every_tone_has_its_place_on_every_vowel() -> None:
    for vowel in "aăâeêioôơuưy":
        toned = [
            unicodedata.normalize("NFC", vowel + mark)
            for mark in ("", "\u0300", "\u0309", "\u0303", "\u0301", "\u0323")
        ]
        assert sorted(random.Random(5).sample(toned, 6), key=sort_key) == toned


def test_letters_go_before_tones_through_the_whole_word() -> None:
    """Án before Anh: n is shorter, whatever the tone."""
    assert sort_key("Án") < sort_key("Anh")
    assert sort_key("Hoà") < sort_key("Hoan")


def test_digits_go_before_letters_and_other_alphabets_behind() -> None:
    assert sort_key("Bàn 2") < sort_key("Bàn An")
    names = ["7", "An", "Zoe", "Ωmega", "中"]
    assert sorted(random.Random(5).sample(names, 5), key=sort_key) == names


def test_a_sort_key_is_made_of_digits_only() -> None:
    """So that every collation of every database orders it alike."""
    assert set("".join(map(sort_key, [*BY_HAND, *GIVEN_NAME_FIRST, "中 Ω-7"]))) <= set("0123456789")


def test_the_longest_names_fit_their_column() -> None:
    """80 characters is the most a name may have, 1000 the column."""
    assert len(sort_key("中" * 80)) <= 1000
    assert len(sort_key(" ".join("中" * 40))) <= 1000


@pytest.mark.parametrize("form", get_args(Form))
@pytest.mark.parametrize("name", ["Nguyễn Thị Ánh Tuyết", "Đặng Ưng", "Ệ"])
def test_the_form_of_a_name_makes_no_difference(name: str, form: Form) -> None:
    typed = unicodedata.normalize(form, name)
    for key in (clean_name, name_key, call_name, search_key, sort_key):
        assert key(typed) == key(name)
    assert clean_name(typed) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("same", ["NGUYỄN ĐẶNG", "nguyễn đặng", "  Nguyễn \t Đặng ", "nguyỄN Đặng"])
def test_case_and_spaces_make_no_other_name(same: str) -> None:
    assert name_key(same) == name_key("Nguyễn Đặng")
    assert sort_key(same) == sort_key("Nguyễn Đặng")
    assert search_key(same) == "nguyen dang"


def test_marks_make_another_name() -> None:
    keys = {name_key(name) for name in ("Binh", "Bình", "Bính", "Bĩnh", "Dũng", "Dung", "Đung")}
    assert len(keys) == 7


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Đỗ Đăng", "do dang"),
        ("Ưu", "uu"),
        ("Ờ", "o"),
        ("Ẫ", "a"),
        ("Ý", "y"),
        ("O'Hara", "o'hara"),
    ],
)
def test_people_are_found_without_marks(name: str, key: str) -> None:
    assert search_key(name) == key


@pytest.mark.parametrize(
    ("name", "called"),
    [("Nguyễn Văn An", "An"), ("An", "An"), (" An ", "An"), ("Lê  Thị  Bình", "Bình"), ("", "")],
)
def test_people_are_called_by_the_last_word(name: str, called: str) -> None:
    assert call_name(name) == called


@given(st.text(max_size=30))
def test_keys_of_cleaned_names_are_their_own(name: str) -> None:
    cleaned = clean_name(name)
    assert clean_name(cleaned) == cleaned
    assert name_key(cleaned) == name_key(name)
    assert name_key(name_key(name)) == name_key(name)
    assert sort_key(cleaned) == sort_key(name)
    assert search_key(cleaned) == search_key(name)
