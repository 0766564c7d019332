"""The schema keeps its word: generated requests of all kinds, by both ways of signing in.

A real server with its demo club is asked by schemathesis: examples, edge cases, random bodies good
and bad, and chains of requests. No answer may be a bug, undocumented, or of another form than it
says. PHOM_CONTRACT_EXAMPLES and PHOM_CONTRACT_SEED make the run longer and another.
"""

import json
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Thread

import pytest

from tests.commands.test_serve import serving, sign_in
from tests.servers import free_port

pytestmark = pytest.mark.sqlite

EXAMPLES = int(os.environ.get("PHOM_CONTRACT_EXAMPLES", "1"))
SEED = os.environ.get("PHOM_CONTRACT_SEED", "20261130")
MINUTES = 60
SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
CONFIG = Path(__file__).with_name("contract.toml")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    port = free_port()
    folder = tmp_path_factory.mktemp("data")
    with serving(folder, port, PHOM_API_RATE="100000/min") as (process, printed):
        # What it says has to be read by somebody, or it stops and waits.
        assert process.stdout
        Thread(target=process.stdout.read, daemon=True).start()
        name, _word, password = sign_in(printed).split()
        yield f"http://127.0.0.1:{port}", name, password


def by_token(url: str, name: str, password: str) -> list[str]:
    asked = urllib.request.Request(
        f"{url}/api/v1/tokens",
        json.dumps({"user_name": name, "password": password}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return [f"Authorization: Token {json.load(answer)['token']}"]


def by_cookie(url: str, name: str, password: str) -> list[str]:
    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page = browser.open(f"{url}/dang-nhap/", timeout=60).read().decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    typed = {"login": name, "password": password, "csrfmiddlewaretoken": found[1]}
    browser.open(f"{url}/dang-nhap/", urllib.parse.urlencode(typed).encode(), timeout=60).read()
    kept = {cookie.name: cookie.value for cookie in jar}
    cookies = "; ".join(f"{key}={value}" for key, value in kept.items())
    return [f"Cookie: {cookies}", f"X-CSRFToken: {kept['csrftoken']}"]


@pytest.mark.parametrize("way", [by_token, by_cookie])
def test_no_answer_is_a_bug_or_undocumented(site, way, tmp_path: Path) -> None:
    url, name, password = site
    command = [str(SCHEMATHESIS), "--config-file", str(CONFIG), "run", f"{url}/api/v1/schema"]
    command += ["--phases", "examples,coverage,fuzzing,stateful", "--no-color", "--warnings", "off"]
    command += ["-n", str(EXAMPLES), "--seed", SEED, "--generation-database", "none"]
    # A token made by the run would be one of twenty; the test of tokens is `test_me`.
    command += ["--exclude-path", "/api/v1/tokens"]
    command += ["--suppress-health-check", "all", "--request-timeout", "60"]
    if way is by_cookie:  # a spoilt Authorization header is not what signs in
        command += ["--exclude-checks", "ignored_auth"]
    for header in way(url, name, password):
        command += ["-H", header]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=MINUTES * 60
    )
    assert done.returncode == 0, done.stdout[-6000:]
