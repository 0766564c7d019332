"""Names of people: how they are compared, sorted and found.

Vietnamese names are sorted by the given name, which is the last word, in the order of the
Vietnamese alphabet: letters first (a ă â b c d đ e ê …), then the tone (none, huyền, hỏi, ngã, sắc,
nặng). No collation of a database is needed, so SQLite and PostgreSQL agree.
"""

import unicodedata
from collections.abc import Sequence

_LETTERS = "aăâbcdđeêfghijklmnoôơpqrstuưvwxyz"
_RANK = {letter: f"{number:02d}" for number, letter in enumerate(_LETTERS, start=10)}
_TONES = {"\u0300": "1", "\u0309": "2", "\u0303": "3", "\u0301": "4", "\u0323": "5"}


def clean_name(name: str) -> str:
    """NFC, outer spaces off, inner runs of white space made one space; storable."""
    return " ".join(unicodedata.normalize("NFC", storable(name)).split())


def storable(text: str) -> str:
    """Without what no database keeps or no screen shows: NUL and its like, halves of surrogates."""
    return "".join(
        letter
        for letter in text
        if letter.isspace() or unicodedata.category(letter) not in {"Cc", "Cs"}
    )


def name_key(name: str) -> str:
    """What makes two names the same: NFC and whatever the case."""
    return unicodedata.normalize("NFC", clean_name(name).casefold())


def call_name(name: str) -> str:
    """Tên gọi: the last word of the full name."""
    words = clean_name(name).split(" ")
    return words[-1]


def search_key(name: str) -> str:
    """Without tones and marks, đ as d, lower case: `Đặng Hùng` is found by `dang hung`."""
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFD", name_key(name))
        if not unicodedata.combining(letter)
    )
    return bare.replace("đ", "d")


def sort_key(name: str) -> str:
    """Sorts as a Vietnamese reader expects: the whole given name first, letters before tones, then
    the words before it. So every Dung stands before every Dũng.

    Made of digits only, so that every collation of every database orders it alike.
    """
    words = name_key(name).split(" ")
    return f"{_words_key(words[-1:])}00{_words_key(words[:-1])}"


def _words_key(words: Sequence[str]) -> str:
    letters = "00".join(_letters(word) for word in words)
    tones = "".join(_tones(word) for word in words)
    return f"{letters}0000{tones}"


def _letters(word: str) -> str:
    return "".join(_letter_rank(letter) for letter in _without_tones(word))


def _letter_rank(letter: str) -> str:
    # Letters of other alphabets go behind, by code point; digits go before.
    if letter in _RANK:
        return _RANK[letter]
    return f"05{ord(letter):06d}" if letter.isdigit() else f"99{ord(letter):06d}"


def _without_tones(word: str) -> str:
    bare = "".join(mark for mark in unicodedata.normalize("NFD", word) if mark not in _TONES)
    return unicodedata.normalize("NFC", bare)


def _tones(word: str) -> str:
    return (
        "".join(_TONES[mark] for mark in unicodedata.normalize("NFD", word) if mark in _TONES)
        or "0"
    )
