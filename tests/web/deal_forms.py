"""How a person fills in the form of a deal. Asserts nothing."""

import html
import re
from collections.abc import Mapping
from typing import Any

from tests.web.pages import Tags

RECORD = "/clb/clb-mau/buoi/2026-09-04/ban/1/ghi/"
DEAL = "/clb/clb-mau/buoi/2026-09-04/ban/1/van/1/"


def read_form(response, *, within: str = "phieu") -> dict[str, str]:
    """What the page's form would send: hidden and typed values, chosen radios and selects."""
    page = response.content.decode()
    start = page.index(f'id="{within}"')
    inside = page[start : page.index("</form>", start)]
    sent: dict[str, str] = {}
    for tag, attrs in Tags(inside).tags:
        name = attrs.get("name")
        if tag != "input" or not name or name == "csrfmiddlewaretoken":
            continue
        if attrs.get("type") in {"radio", "checkbox"} and "checked" not in attrs:
            continue
        sent[name] = attrs.get("value") or ""
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', inside, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        sent[name] = html.unescape(chosen.group(1)) if chosen else ""
    return sent


def preview(client, path: str, sent: Mapping[str, Any]):
    """Press "Xem trước"."""
    return client.post(path, {**sent, "preview": "1"})


def save(client, path: str, sent: Mapping[str, Any]):
    """Preview, then press "Lưu" on what came; the answer to the second."""
    shown = preview(client, path, sent)
    return client.post(path, {**read_form(shown), "save": "1"})


def ranked(client, path: str = RECORD, **changes: Any) -> dict[str, Any]:
    """A fresh form with the places 1 to 4 in seat order."""
    sent: dict[str, Any] = read_form(client.get(path))
    sent |= {f"place_{index}": str(index + 1) for index in range(4)}
    return sent | changes
