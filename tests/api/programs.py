"""Programs that call the API with a token."""

from django.test import Client

from scoring.actors import Actor
from scoring.services.tokens import create_token


def program_of(actor: Actor) -> Client:
    """A client with a token of this actor's login."""
    assert actor.login_id is not None
    token = create_token(login_id=actor.login_id).token
    return Client(headers={"Authorization": f"Token {token}"})
