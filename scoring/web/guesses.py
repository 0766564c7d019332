"""How often codes may be guessed from one address: by pages and API together.

Knows the limit and its window. A right code costs nothing: a whole table joins from one address.
"""

from typing import Any

from rest_framework.throttling import SimpleRateThrottle


class Guesses(SimpleRateThrottle):
    """The wrong codes that came from the address of this request, in the window of the API's
    `join` limit and counted with it.
    """

    scope = "join"

    def __init__(self, request: Any) -> None:
        super().__init__()
        self._may_go_on = self.allow_request(request, None)  # type: ignore[arg-type] # asks no view

    def get_cache_key(self, request: Any, view: Any) -> str:
        """The key the API's own limit counts under."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def throttle_success(self) -> bool:
        """Asking how many there were is no guess."""
        return True

    @property
    def is_spent(self) -> bool:
        """Were there too many?"""
        return not self._may_go_on

    @property
    def wait_seconds(self) -> int:
        """Until when to wait, at least one second."""
        return int(self.wait() or 0) + 1

    def count(self) -> None:
        """One more."""
        self.history.insert(0, self.now)
        self.cache.set(self.key, self.history, self.duration)
