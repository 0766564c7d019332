"""`python -m tests.translations`: every sentence people read is there in both languages.

The code speaks Vietnamese; the English is in scoring/locale/en. Finds the sentences by
itself, so that it needs no gettext tools. Knows nothing of what the sentences say.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
ENGLISH = ROOT / "scoring/locale/en/LC_MESSAGES/django.po"
# Which arguments of a call are sentences, and which one is the context.
CALLS = {
    "_": ((0,), None),
    "gettext": ((0,), None),
    "gettext_noop": ((0,), None),
    "gettext_lazy": ((0,), None),
    "ngettext": ((0, 1), None),
    "ngettext_lazy": ((0, 1), None),
    "pgettext": ((1,), 0),
    "pgettext_lazy": ((1,), 0),
    "npgettext": ((1, 2), 0),
    "npgettext_lazy": ((1, 2), 0),
}
CALL = re.compile(r"(?<!\w)(?:_|n?p?gettext)\(")
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w*\}|%[sd]")

Key = tuple[str, str]  # context or "", first form of the sentence


def main() -> int:
    """0 when nothing is missing; otherwise the list."""
    english = polib.pofile(str(ENGLISH)) if ENGLISH.exists() else polib.POFile()
    problems = list(find_problems(used_sentences(ROOT), english))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def find_problems(used: dict[Key, str], english: polib.POFile) -> Iterator[str]:
    """Sentences without English, English without a use, and placeholders that differ."""
    entries = {(entry.msgctxt or "", entry.msgid): entry for entry in english}
    for key, where in sorted(used.items()):
        if key not in entries:
            yield f"{where}: no English for {key[1]!r}"
    for key, entry in sorted(entries.items()):
        if entry.obsolete or key not in used:
            yield f"{ENGLISH.name}:{entry.linenum}: nobody says {entry.msgid!r}"
        if entry.fuzzy or not entry.translated():
            yield f"{ENGLISH.name}:{entry.linenum}: unfinished: {entry.msgid!r}"
        for form in entry.msgstr_plural.values() or [entry.msgstr]:
            if set(PLACE.findall(form)) - set(PLACE.findall(entry.msgid + entry.msgid_plural)):
                yield f"{ENGLISH.name}:{entry.linenum}: other placeholders: {form!r}"


def used_sentences(root: Path) -> dict[Key, str]:
    """Every sentence in code and templates, with a place where it is used."""
    found: dict[Key, str] = {}
    for path in sorted((root / "scoring").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                found |= sentence(node, f"{path.relative_to(root)}:{node.lineno}")
    for path in sorted((root / "templates").rglob("*.*")):
        for call in template_calls(path.read_text(encoding="utf-8")):
            found |= sentence(call, str(path.relative_to(root)))
    return found


def sentence(call: ast.Call, where: str) -> dict[Key, str]:
    """The sentence of a gettext call, or nothing when it is another call."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name not in CALLS:
        return {}
    (first, *_), context = CALLS[name]
    if first >= len(call.args):
        return {}
    text = constant(call.args[first])
    if text is None:
        # A sentence put together at run time can never be found in a catalogue.
        return {("", f"<{ast.unparse(call)}>"): where}
    return {(constant(call.args[context]) or "" if context is not None else "", text): where}


def constant(node: ast.expr) -> str | None:
    """The text of a literal, or None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def template_calls(source: str) -> Iterator[ast.Call]:
    """Django turns a template into gettext calls with the rest blanked out; these are the calls."""
    text = templatize(source)
    for match in CALL.finditer(text):
        ends = (end.end() for end in re.finditer(r"\)", text[match.start() :]))
        for end in ends:
            try:
                parsed = ast.parse(text[match.start() : match.start() + end], mode="eval").body
            except SyntaxError:
                continue
            if isinstance(parsed, ast.Call):
                yield parsed
            break


if __name__ == "__main__":
    sys.exit(main())
