"""Signing in as a program: tokens made, shown once, counted, taken back."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from scoring.models import Login
from scoring.services.tokens import MOST_TOKENS
from tests.api.programs import program_of
from tests.books import make_books

TOKENS, ME = "/api/v1/tokens", "/api/v1/me"


@pytest.fixture
def login(books) -> Login:
    login = Login.objects.get(pk=books.owner.login_id)
    login.set_password("mat-khau")
    login.save()
    cache.clear()
    return login


def sign_in(name: str, password: str):
    typed = {"user_name": name, "password": password}
    return Client().post(TOKENS, typed, content_type="application/json")


def test_a_program_signs_in_by_name_and_password_and_is_told_its_clubs(login) -> None:
    made = sign_in(login.username.upper(), "mat-khau")
    assert made.status_code == 201
    program = Client(headers={"Authorization": f"Token {made.json()['token']}"})
    assert program.get(ME).json() == {
        "user_name": "owner-clb-mau",
        "clubs": [{"slug": "clb-mau", "name": "CLB clb-mau", "role": "owner"}],
    }


def test_the_database_keeps_no_token_in_clear(login) -> None:
    token = sign_in(login.username, "mat-khau").json()["token"]
    kept = AuthToken.objects.values_list("digest", "token_key").get()
    assert token not in kept
    assert token.startswith(kept[1])


@pytest.mark.parametrize(("name", "password"), [("owner-clb-mau", "sai"), ("khong-ai", "mat-khau")])
def test_which_of_name_and_password_was_wrong_is_not_told(login, name, password) -> None:
    answer = sign_in(name, password)
    assert answer.status_code == 403
    assert answer.json()["code"] == "password_wrong"
    assert answer.json()["detail"] == "Tên đăng nhập hoặc mật khẩu không đúng."
    assert AuthToken.objects.count() == 0


def test_guessing_passwords_is_slow(login, settings) -> None:
    from rest_framework.throttling import ScopedRateThrottle

    answers = [sign_in(login.username, "sai") for _ in range(11)]
    assert ScopedRateThrottle.THROTTLE_RATES["sign_in"] == "10/min"
    assert [answer.status_code for answer in answers] == [403] * 10 + [429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert answers[-1].json()["code"] == "too_many_requests"
    assert sign_in(login.username, "mat-khau").status_code == 429


def test_a_login_with_a_second_step_makes_its_tokens_on_the_page(login) -> None:
    from allauth.mfa.models import Authenticator

    Authenticator.objects.create(user=login, type=Authenticator.Type.TOTP, data={"secret": "x"})
    answer = sign_in(login.username, "mat-khau")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")
    assert AuthToken.objects.count() == 0


def test_twenty_tokens_are_enough_and_expired_ones_do_not_count(login) -> None:
    for _ in range(MOST_TOKENS):
        AuthToken.objects.create(login)
    answer = sign_in(login.username, "mat-khau")
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tokens")
    assert AuthToken.objects.count() == MOST_TOKENS
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert sign_in(login.username, "mat-khau").status_code == 201
    assert AuthToken.objects.count() == 1


def test_a_token_taken_back_is_dead_at_once(books, program) -> None:
    prefix = AuthToken.objects.get().token_key
    assert program.delete(f"{TOKENS}/{prefix}").status_code == 204
    answer = program.get(ME)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Token"
    assert answer.json()["code"] == "not_signed_in"


def test_nobody_takes_back_the_token_of_another(books, program) -> None:
    other = program_of(make_books(slug="clb-khac").owner)
    prefix = AuthToken.objects.get(user_id=books.owner.login_id).token_key
    assert other.delete(f"{TOKENS}/{prefix}").status_code == 404
    assert program.get(ME).status_code == 200


def test_an_expired_token_is_none(program) -> None:
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert program.get(ME).status_code == 401


def test_the_sign_in_of_the_pages_counts_too_and_its_changes_need_the_token_of_forms(books) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Login.objects.get(pk=books.owner.login_id))
    assert browser.get(ME).status_code == 200
    answer = browser.delete(f"{TOKENS}/0")
    assert answer.status_code == 403
    assert answer["Content-Type"] == "application/problem+json"
