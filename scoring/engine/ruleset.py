"""The rule set of a club: which variant of each rule is played, and at what price.

Knows the options of the rule book, their defaults and presets, and the format `phom-rules/1`.
Knows nothing of sheets. Prices are bets.
Section 4 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Final, Literal, NoReturn, get_args

from scoring.engine.refusals import Code, Refused

FORMAT: Final = "phom-rules/1"
MAX_BETS: Final = 1000

PlacePayee = Literal["winner", "paired"]
MomPlace = Literal["shared_last", "by_points", "by_laid_down"]
AllMom = Literal["lowest_points", "first_to_lay_down", "no_payment"]
TieBreak = Literal["laid_down", "last_discard"]
EatPayee = Literal["eater", "pot", "pot_except_last_round"]
EatsWhenU = Literal["stand", "void_if_compensated", "void"]
DryUWhen = Literal["dealt", "any_turn"]
DryUSeveral = Literal["first_in_turn", "split", "all_collect"]
ULosersPlace = Literal["unplaced", "shared_second"]
WinnerAteLast = Literal["last_other_eater", "none", "feeder_pays", "feeder_exempt"]
Precedence = Literal["three_eats", "last_round"]
PotAtClose = Literal["carry_over", "split_equal", "last_winner"]
QuitAs = Literal["mom", "void"]
NextStarter = Literal["winner", "rotate", "manual"]

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "place_payee": get_args(PlacePayee),
    "mom_place": get_args(MomPlace),
    "all_mom": get_args(AllMom),
    "tie_break": get_args(TieBreak),
    "eat_payee": get_args(EatPayee),
    "eats_when_u": get_args(EatsWhenU),
    "dry_u_when": get_args(DryUWhen),
    "dry_u_several": get_args(DryUSeveral),
    "u_losers_place": get_args(ULosersPlace),
    "compensation_winner_ate_last": get_args(WinnerAteLast),
    "compensation_precedence": get_args(Precedence),
    "pot_at_close": get_args(PotAtClose),
    "quit_as": get_args(QuitAs),
    "next_starter": get_args(NextStarter),
}
"""The options that are one of a few words, with their words, the default first."""

PlacePay = Mapping[int, tuple[int, ...]]
UPay = Mapping[str, int]

DEFAULT_PLACE_PAY: Final[PlacePay] = MappingProxyType({2: (1,), 3: (1, 2), 4: (1, 2, 3)})
DEFAULT_U_PAY: Final[UPay] = MappingProxyType(
    {"plain": 6, "zero": 6, "ten": 12, "round": 12, "dry": 6}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The options of one club, complete; the defaults are the preset `seed`.

    `place_pay` gives per seat count what the second, third … pays (R-04), `eat_pay` what the
    eater's first, second, third eat is worth (R-11), `u_pay` the rate per kind of ù (R-21).
    """

    place_pay: PlacePay = field(default_factory=lambda: dict(DEFAULT_PLACE_PAY))
    place_payee: PlacePayee = "winner"
    mom_pay: int = 4
    mom_place: MomPlace = "shared_last"
    all_mom: AllMom = "lowest_points"
    tie_break: TieBreak = "laid_down"
    zero_points_is_u: bool = True
    eat_pay: tuple[int, ...] = (1, 1, 1)
    last_eat_pay: int = 4
    eat_payee: EatPayee = "eater"
    eats_when_u: EatsWhenU = "stand"
    u_pay: UPay = field(default_factory=lambda: dict(DEFAULT_U_PAY))
    round_u_allowed: bool = True
    dry_u_allowed: bool = True
    dry_u_when: DryUWhen = "dealt"
    dry_u_several: DryUSeveral = "first_in_turn"
    u_losers_place: ULosersPlace = "unplaced"
    compensation_three_eats: bool = True
    compensation_last_round: bool = True
    compensation_winner_ate_last: WinnerAteLast = "last_other_eater"
    compensation_precedence: Precedence = "three_eats"
    pot_enabled: bool = False
    pot_ante: int = 0
    pot_at_close: PotAtClose = "carry_over"
    false_u_pay: int = 6
    false_eat_pay: int = 6
    quit_as: QuitAs = "mom"
    next_starter: NextStarter = "winner"

    @classmethod
    def from_json(cls, obj: object) -> Ruleset:
        """Read `phom-rules/1`; missing keys take the default, also inside the tables.

        Raises Refused(RULESET_INVALID, field=…) for the first option amiss, in the order of
        the fields above; keys nobody knows come last.
        """
        if type(obj) is not dict:
            _refuse("")
        if obj.get("format", FORMAT) != FORMAT:
            _refuse("format")
        read = {f.name: _read_option(f.name, obj[f.name]) for f in fields(cls) if f.name in obj}
        _refuse_unknown(obj, {"format", *(f.name for f in fields(cls))}, "")
        rules = cls(**read)  # type: ignore[arg-type]
        if not rules.pot_enabled and rules.eat_payee != "eater":
            _refuse("eat_payee")
        if not rules.pot_enabled and rules.pot_ante:
            _refuse("pot_ante")
        return rules

    @classmethod
    def preset(cls, name: str) -> Ruleset:
        """One of the rule sets of PRESETS; KeyError for another name."""
        return cls.from_json(dict(PRESETS[name]))

    def to_json(self) -> dict[str, object]:
        """The rule set as `phom-rules/1`, complete, with every default filled in."""
        obj: dict[str, object] = {"format": FORMAT}
        obj |= {option.name: getattr(self, option.name) for option in fields(self)}
        obj["place_pay"] = {str(count): list(self.place_pay[count]) for count in (2, 3, 4)}
        obj["eat_pay"] = list(self.eat_pay)
        obj["u_pay"] = dict(self.u_pay)
        return obj


PRESETS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "seed": {},
        "portal_5_10": {
            "u_pay": {"plain": 5, "zero": 5, "ten": 10, "round": 10, "dry": 5},
            "eat_pay": [1, 2, 3],
            "all_mom": "first_to_lay_down",
            "mom_place": "by_laid_down",
        },
        "pot_table": {
            "pot_enabled": True,
            "eat_payee": "pot",
            "u_pay": {"plain": 5, "zero": 5, "dry": 5, "ten": 10, "round": 10},
        },
        "simple": {"eat_pay": [0, 0, 0], "last_eat_pay": 0, "compensation_last_round": False},
    }
)
"""The rule sets a club can start from, as differences from the defaults."""


def _read_option(name: str, value: object) -> object:
    if name == "place_pay":
        return _read_place_pay(value)
    if name == "u_pay":
        return _read_u_pay(value)
    if name == "eat_pay":
        return _read_amounts(value, length=3, path=name)
    if name in CHOICES:
        if type(value) is not str or value not in CHOICES[name]:
            _refuse(name)
        return value
    if isinstance(getattr(_DEFAULTS, name), bool):
        if type(value) is not bool:
            _refuse(name)
        return value
    return _read_amount(value, name)


def _read_place_pay(value: object) -> PlacePay:
    if type(value) is not dict:
        _refuse("place_pay")
    read = dict(DEFAULT_PLACE_PAY)
    for count in read:
        if str(count) in value:
            path = f"place_pay.{count}"
            read[count] = _read_amounts(value[str(count)], length=count - 1, path=path)
    _refuse_unknown(value, {str(count) for count in read}, "place_pay.")
    return read


def _read_u_pay(value: object) -> UPay:
    if type(value) is not dict:
        _refuse("u_pay")
    read = dict(DEFAULT_U_PAY)
    for kind in read:
        if kind in value:
            read[kind] = _read_amount(value[kind], f"u_pay.{kind}")
    _refuse_unknown(value, set(read), "u_pay.")
    return read


def _read_amounts(value: object, *, length: int, path: str) -> tuple[int, ...]:
    if type(value) is not list or len(value) != length:
        _refuse(path)
    return tuple(_read_amount(item, f"{path}.{index}") for index, item in enumerate(value))


def _read_amount(value: object, path: str) -> int:
    # JSON true is an int to Python, and 5.0 equals 5: the type itself is asked.
    if type(value) is not int or not 0 <= value <= MAX_BETS:
        _refuse(path)
    return value


def _refuse_unknown(obj: Mapping[str, object], known: set[str], prefix: str) -> None:
    unknown = sorted(obj.keys() - known)
    if unknown:
        _refuse(prefix + unknown[0])


def _refuse(path: str) -> NoReturn:
    raise Refused(Code.RULESET_INVALID, field=path)


_DEFAULTS: Final = Ruleset()
