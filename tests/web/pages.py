"""What a page says, as a reader meets it. Asserts nothing."""

import html
import re
from html.parser import HTMLParser

NIGHT = "/clb/clb-mau/buoi/2026-09-04/"


def words(response) -> str:
    """The text of a page with every run of white space made one space."""
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def language(client, code: str) -> None:
    """Choose a language as a person does."""
    assert client.post("/ngon-ngu/", {"language": code, "next": "/"}).status_code == 302


class Tags(HTMLParser):
    """Every start tag of a page with its attributes, and the text of scripts and styles; JSON is
    data that no browser runs.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = "" if dict(attrs).get("type") == "application/json" else tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in {"script", "style"} and data.strip():
            self.inline.append(data)
