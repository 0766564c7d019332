"""Who does something: a login, a device, the system or an import.

An actor is a plain value that travels from the edge (page, API, command, task) into a service.
It asks no database: the role a login or a device really has is read by the service, under its lock.
"""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class ActorKind(StrEnum):
    """What stands behind an action."""

    LOGIN = "login"
    DEVICE = "device"
    SYSTEM = "system"
    IMPORT = "import"


class Role(StrEnum):
    """Roles in a club; each has the rights of the lower ones."""

    OWNER = "owner"
    MANAGER = "manager"
    SCORER = "scorer"
    MEMBER = "member"

    @property
    def rank(self) -> int:
        """Higher may do more."""
        return _RANKS[self]

    def covers(self, needed: "Role") -> bool:
        """Has this role the rights of `needed`?"""
        return self.rank >= needed.rank


@dataclass(slots=True)
class Once:
    """The key under which a request asked to be done once, and the hash of what it asked.

    The first audit event of the request keeps both; the events after it keep neither.
    """

    key: str
    content_hash: str
    is_taken: bool = False

    def take(self) -> bool:
        """True for the first who asks."""
        first, self.is_taken = not self.is_taken, True
        return first


_RANKS = {Role.MEMBER: 1, Role.SCORER: 2, Role.MANAGER: 3, Role.OWNER: 4}


@dataclass(frozen=True, slots=True)
class Actor:
    """The one who acts.

    `login_id` for logins; `device_id` for devices, and for a login whose phone names itself.
    `role` is set only for system and import, which have no row to read it from. `once` is set for
    a request that carries an Idempotency-Key.
    """

    kind: ActorKind
    login_id: int | None = None
    device_id: UUID | None = None
    label: str = ""
    role: Role | None = None
    request_id: str = ""
    once: Once | None = None

    @classmethod
    def of_login(
        cls,
        login_id: int,
        *,
        device_id: UUID | None = None,
        label: str = "",
        request_id: str = "",
        once: Once | None = None,
    ) -> "Actor":
        """A signed-in person."""
        return cls(
            ActorKind.LOGIN,
            login_id=login_id,
            device_id=device_id,
            label=label,
            request_id=request_id,
            once=once,
        )

    @classmethod
    def of_device(
        cls, device_id: UUID, *, label: str = "", request_id: str = "", once: Once | None = None
    ) -> "Actor":
        """A phone that joined a table by its code."""
        return cls(
            ActorKind.DEVICE, device_id=device_id, label=label, request_id=request_id, once=once
        )

    @classmethod
    def system(cls) -> "Actor":
        """The product itself: tasks and operator commands."""
        return cls(ActorKind.SYSTEM, label="system", role=Role.OWNER)

    @classmethod
    def importer(cls) -> "Actor":
        """A file of deals recorded elsewhere; its deals are never paired as possible duplicates."""
        return cls(ActorKind.IMPORT, label="import", role=Role.OWNER)

    @property
    def source(self) -> str:
        """What tells two phones apart: the device, else the login, else the kind."""
        if self.device_id is not None:
            return f"device:{self.device_id}"
        if self.login_id is not None:
            return f"login:{self.login_id}"
        return str(self.kind)
