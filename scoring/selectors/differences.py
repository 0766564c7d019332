"""What an audit yields: a difference, and how it is told."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """What is stored, against what it should be."""

    where: str
    what: str
    stored: object
    rebuilt: object

    def __str__(self) -> str:
        return f"{self.where}: {self.what} is {self.stored}, should be {self.rebuilt}"
