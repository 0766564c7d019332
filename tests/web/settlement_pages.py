"""The settlement page of the plain night as a person reads and uses it. Asserts nothing."""

import re

from scoring.actors import Role
from scoring.models import Login, Payment, Player
from scoring.services import clubs
from tests.web.pages import NIGHT, language, words

PAGE = f"{NIGHT}ket-so/"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


def say(client, path=PAGE) -> dict[str, str]:
    said = {}
    for code in ("vi", "en"):
        language(client, code)
        said[code] = words(client.get(path))
    language(client, "vi")
    return said


def row(page: str, payment_id: object) -> str:
    """The HTML of one payment, without the token that every form draws anew."""
    begin = page.index(f'id="khoan-{payment_id}"')
    return TOKEN.sub("", page[begin : page.index("</li>\n", begin)])


def step(client, one: Payment, word: str, **given):
    return client.post(f"{PAGE}khoan/{one.pk}/{word}/", given)


def member(books, index: int):
    """A member's login that is this player."""
    login = Login.objects.create_user(f"nguoi-{index}")
    clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=Role.MEMBER)
    Player.objects.filter(pk=books.people[index].pk).update(login=login)
    return login
