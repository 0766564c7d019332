"""What makes the site stay on a phone: the worker, the manifest, what pages say of themselves."""

import json
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from scoring.web import shell
from scoring.web.copies import KEPT
from scoring.web.modules import script
from scoring.web.score_page import is_in_app
from tests.permissions.routes import EVERYBODY, all_routes
from tests.web.pages import NIGHT, language

WORKER = "/sw.js"


def told(client: Client) -> dict:
    """What the server writes in front of the worker's script."""
    first = client.get(WORKER).content.decode().splitlines()[0]
    found: dict = json.loads(first.removeprefix("self.SHELL = ").removesuffix(";"))
    return found


@pytest.mark.sqlite
def test_the_worker_is_a_script_of_the_root_that_is_always_asked_for(client) -> None:
    answer = client.get(WORKER)
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "Cookie" not in answer.get("Vary", "")
    again = client.get(WORKER, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert client.post(WORKER).status_code == 405


@pytest.mark.sqlite
def test_the_worker_asks_for_nothing_that_is_not_there(client, db) -> None:
    found = told(client)
    for address in found["files"]:
        if not address.startswith("/static/"):  # those are served in front of Django
            assert client.get(address).status_code == 200, address
    assert f"/js/table.{script('table').digest}.js" in found["files"]
    assert "/static/scoring/css/base.css" in found["files"]
    assert set(found["offline"]) == {"vi", "en"}
    assert "/api/v1/" in found["apart"]
    assert "/dang-xuat/" in found["changes"]


@pytest.mark.sqlite
def test_a_file_a_module_and_a_release_each_make_another_worker(
    tmp_path, monkeypatch, settings
) -> None:
    digests = [shell.make_shell().digest]
    assert shell.make_shell().digest == digests[0]
    found = str(finders.find("scoring/css/base.css"))
    changed = tmp_path / "base.css"
    changed.write_text(Path(found).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(shell, "_content", lambda name: changed.read_bytes())
        digests.append(shell.make_shell().digest)
    with monkeypatch.context() as patch:
        other = script("page")
        patch.setattr(shell, "script", lambda name: other)
        digests.append(shell.make_shell().digest)
    settings.RELEASE = "9.9.9"
    digests.append(shell.make_shell().digest)
    assert len(set(digests)) == len(digests)


@pytest.mark.sqlite
def test_the_manifest_names_icons_that_are_there(client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    found = json.loads(answer.content)
    assert (found["start_url"], found["scope"], found["display"]) == ("/", "/", "standalone")
    for icon in found["icons"]:
        path = Path(str(finders.find(icon["src"].removeprefix("/static/"))))
        assert path.stat().st_size < 30_000
        if icon["type"] == "image/png":
            width = int.from_bytes(path.read_bytes()[16:20])
            assert icon["sizes"] == f"{width}x{width}"
    assert {icon.get("purpose") for icon in found["icons"]} >= {"any", "maskable"}
    assert 'rel="manifest"' in client.get("/tro-giup/").content.decode()


@pytest.mark.sqlite
@pytest.mark.parametrize("path", ["/mat-mang/fr/table/", "/mat-mang/vi/khac/"])
def test_there_is_no_other_offline_page(client, path) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.sqlite
def test_offline_pages_say_nothing_of_who_asks(visitor) -> None:
    page = visitor.get("/mat-mang/vi/table/").content.decode()
    assert page == Client().get("/mat-mang/vi/table/").content.decode()
    assert "csrf" not in page


def test_a_page_says_whose_it_is_and_how_it_may_be_kept(visitor, books) -> None:
    table = visitor.get(f"/ban/{books.table.pk}/")
    assert table["X-Phom-Copy"] == "first"
    night = visitor.get(NIGHT)
    assert night["X-Phom-Copy"] == "last"
    assert night["X-Phom-Viewer"] == table["X-Phom-Viewer"]
    assert re.fullmatch(r"[0-9a-f]{12}-vi-[0-9a-f]{12}", night["X-Phom-Viewer"])
    settlement = visitor.get(f"{NIGHT}ket-so/")
    assert "X-Phom-Copy" not in settlement
    assert settlement["X-Phom-Viewer"] == night["X-Phom-Viewer"]
    for path in (f"/api/v1/tables/{books.table.pk}/board", "/admin/", WORKER):
        assert not [name for name in visitor.get(path).headers if name.startswith("X-Phom-")]


def test_another_language_theme_or_sign_in_is_another_viewer(visitor, books) -> None:
    def seen() -> str:
        return str(visitor.get(NIGHT)["X-Phom-Viewer"])

    viewers = [seen()]
    assert seen() == viewers[0]
    visitor.post("/giao-dien/", {"theme": "dark"})
    viewers.append(seen())
    language(visitor, "en")
    viewers.append(seen())
    login = visitor.get(NIGHT).wsgi_request.user
    visitor.logout()
    viewers.append(visitor.get("/dang-nhap/")["X-Phom-Viewer"])
    visitor.force_login(login)
    viewers.append(seen())
    assert len(set(viewers)) == len(viewers)


def test_a_page_that_says_something_once_is_not_kept(visitor, books) -> None:
    books.record()
    sent = {"revision_id": str(uuid4()), "based_on": "1"}
    assert visitor.post(f"{NIGHT}ban/1/van/1/huy/", sent).status_code == 302
    said = visitor.get(NIGHT)
    assert 'class="notices"' in said.content.decode()
    assert "X-Phom-Copy" not in said
    assert visitor.get(NIGHT)["X-Phom-Copy"] == "last"


def test_a_page_the_browser_has_says_so_too(visitor, books) -> None:
    path = f"/ban/{books.table.pk}/xem/"
    visitor.get(path)  # brings the token of the forms
    first = visitor.get(path)
    again = visitor.get(path, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again["X-Phom-Viewer"] == first["X-Phom-Viewer"]


@pytest.mark.sqlite
def test_pages_that_are_kept_are_closed_to_strangers_or_the_same_for_everybody() -> None:
    cells = {route.name: route.cell(0) for route in all_routes() if route.method == "GET"}
    open_to_all = {name for name in KEPT if cells[name] == EVERYBODY}
    assert open_to_all == {"help"}
    never = ("settlement", "audit", "member-list", "club-settings", "table-codes", "me", "account")
    assert not [name for name in KEPT if name.startswith(never)]


def test_the_answer_to_a_form_is_not_kept(visitor, books) -> None:
    path = "/clb/clb-mau/mua/danh-sach/"
    assert visitor.get(path)["X-Phom-Copy"] == "last"
    answer = visitor.post(path, {})
    assert answer["Content-Type"].startswith("text/html")
    assert "X-Phom-Copy" not in answer


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("user_agent", "is_one"),
    [
        (
            "Mozilla/5.0 (iPhone) AppleWebKit/605 Mobile/15E148 [FBAN/MessengerForiOS;FBAV/4]",
            True,
        ),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36 Zalo android/1", True),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130 [FB_IAB/Orca-Android;FBAV/480]", True),
        ("Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18 Mobile/15E148 Safari/604.1", False),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36", False),
        ("", False),
    ],
)
def test_browsers_inside_other_apps_are_known_by_what_they_say(user_agent, is_one) -> None:
    assert is_in_app(user_agent) is is_one


def test_who_scores_in_one_is_offered_another_and_who_looks_on_is_not(visitor, books) -> None:
    zalo = {"User-Agent": "Mozilla/5.0 Chrome/130 Zalo android/1"}
    table = f"/ban/{books.table.pk}/"
    assert "data-in-app" in visitor.get(table, headers=zalo).content.decode()
    assert "data-in-app" not in visitor.get(table).content.decode()
    assert "data-in-app" not in visitor.get(f"{table}xem/", headers=zalo).content.decode()
