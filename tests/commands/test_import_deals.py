"""`import_deals` on whole files: strict or not, clubs that are there, nights that are closed."""

from pathlib import Path

import pytest

from scoring.actors import Actor
from scoring.engine import Ruleset as Rules
from scoring.models import (
    Club,
    Deal,
    DealRevision,
    Night,
    NightState,
    Player,
    PossibleDuplicate,
    RulesetVersion,
    Season,
    SeasonState,
    Table,
    TableTerms,
)
from scoring.services import players
from scoring.services.adjustments import adjust_night
from scoring.services.imports import apply_import, plan_import
from scoring.services.merges import merge_players
from scoring.services.rulesets import publish_ruleset, set_default_ruleset
from scoring.services.terms import change_terms
from tests.books import Books, make_books, uuids
from tests.commands.files import (
    deal_id,
    fingerprint,
    header,
    line,
    night_figures,
    run,
    season_figures,
    sheet,
    write,
)

OWNER = Actor.system()

pytestmark = pytest.mark.django_db


def test_one_bad_line_with_strict_and_nothing_is_written(tmp_path: Path) -> None:
    file = write(tmp_path, header(), line(1), line(2, stake=0), line(3))
    before = fingerprint()
    outcome = run("import_deals", file, "--strict")
    assert outcome.error == "1 bad lines, nothing was written"
    assert outcome.bad_lines == ["line 3: stake_invalid stake"]
    assert fingerprint() == before


def test_without_strict_the_good_lines_go_in_and_the_bad_one_is_listed(tmp_path: Path) -> None:
    file = write(tmp_path, header(), line(1), line(2, stake=0), line(3))
    outcome = run("import_deals", file)
    assert outcome.error == ""
    assert outcome.bad_lines == ["line 3: stake_invalid stake"]
    assert outcome.out == "clb-tep, Tháng chín: 2 deals recorded, 0 known, 1 bad lines\n"
    assert list(Deal.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_a_line_that_is_mended_goes_in_the_next_time(tmp_path: Path) -> None:
    run("import_deals", write(tmp_path, header(), line(1), line(2, stake=0), line(3)))
    outcome = run("import_deals", write(tmp_path, header(), line(1), line(2), line(3)))
    assert outcome.out == "clb-tep, Tháng chín: 1 deals recorded, 2 known, 0 bad lines\n"
    numbers = {str(pk): n for pk, n in Deal.objects.values_list("pk", "number")}
    assert [numbers[deal_id(n)] for n in (1, 2, 3)] == [1, 3, 2]


def test_club_takes_the_place_of_the_slug_in_the_file(tmp_path: Path) -> None:
    file = write(tmp_path, header(), line())
    assert run("import_deals", file, "--club", "clb-khac").out.startswith("clb-khac, ")
    club = Club.objects.get()
    assert (club.slug, club.name) == ("clb-khac", "CLB tệp")


def test_club_with_an_impossible_slug_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    outcome = run("import_deals", write(tmp_path, header(), line()), "--club", "CLB khác")
    assert "slug_invalid" in outcome.error
    assert not Club.objects.exists()


def test_a_file_with_a_header_alone_writes_nothing(tmp_path: Path) -> None:
    outcome = run("import_deals", write(tmp_path, header()))
    assert outcome.out == "clb-tep, Tháng chín: 0 deals recorded, 0 known, 0 bad lines\n"
    assert not Club.objects.exists()


def test_an_existing_club_keeps_its_people_and_gains_the_missing_ones(tmp_path: Path) -> None:
    books = make_books(slug="clb-tep")
    said = header(season={**_autumn()}, players=["an", "Bình", "Chi", "Em"])
    outcome = run("import_deals", write(tmp_path, said, line(sheet=sheet("an", "Chi", "Em"))))
    assert (outcome.error, outcome.err) == ("", "")
    names = Player.objects.filter(club=books.club).values_list("name", flat=True)
    assert sorted(names) == sorted(["An", "Bình", "Chi", "Dũng", "Giang", "Em"])
    assert Season.objects.count() == 1
    assert season_figures("clb-tep", "Mùa thu 2026")["An"]["deals"] == 1


def test_names_are_the_same_whatever_the_case_and_the_way_the_marks_are_written(
    tmp_path: Path,
) -> None:
    decomposed = "Du\u0303ng"
    said = header(players=["AN", decomposed, "bình"])
    file = write(tmp_path, said, line(sheet=sheet("An", "DŨNG", "Bi\u0300nh")))
    assert run("import_deals", file).err == ""
    names = Player.objects.order_by("sort_key").values_list("name", flat=True)
    assert list(names) == ["AN", "bình", "Dũng"]
    assert Deal.objects.get().current.seats.count() == 3


def test_the_name_of_a_merged_player_is_an_alias_of_the_one_who_stays(tmp_path: Path) -> None:
    books = _books_with_a_nickname()
    said = header(season=_autumn(), players=["An", "Bình", "Chi", "An Béo"])
    outcome = run("import_deals", write(tmp_path, said, line(sheet=sheet("An Béo", "Bình"))))
    assert outcome.err == ""
    assert Player.objects.filter(club=books.club, name_key="an béo").count() == 1
    figures = season_figures("clb-tep", "Mùa thu 2026")
    assert figures["An"]["deals"] == 1
    assert "An Béo" not in figures


def test_somebody_twice_at_the_table_by_an_alias_is_a_bad_line(tmp_path: Path) -> None:
    _books_with_a_nickname()
    said = header(season=_autumn(), players=["An", "Bình", "An Béo"])
    outcome = run("import_deals", write(tmp_path, said, line(sheet=sheet("An", "Bình", "An Béo"))))
    assert outcome.bad_lines == ["line 2: player_repeated sheet.seats seat=An Béo"]
    assert not Deal.objects.exists()


def test_a_file_imported_before_two_of_its_people_were_merged_is_known_after(
    tmp_path: Path,
) -> None:
    file = write(
        tmp_path,
        header(),
        line(1, sheet=sheet("An", "Bình")),
        line(2, sheet=sheet("Chi", "Bình", "Dũng")),
    )
    run("import_deals", file)
    club = Club.objects.get()
    who = {player.name: player.pk for player in Player.objects.all()}
    merge_players(actor=OWNER, club_id=club.pk, player_id=who["Chi"], into_id=who["An"])
    before = fingerprint()
    outcome = run("import_deals", file)
    assert outcome.out.endswith("0 deals recorded, 2 known, 0 bad lines\n")
    assert fingerprint() == before


def test_the_file_s_rules_are_published_beside_the_club_s_own(tmp_path: Path) -> None:
    books = make_books(slug="clb-tep", rules={"mom_pay": 5})
    said = header(season=_autumn(), rules={"mom_pay": 6})
    outcome = run("import_deals", write(tmp_path, said, line()))
    assert outcome.err == ""
    imported = DealRevision.objects.select_related("ruleset_version").get()
    assert '"mom_pay":6' in imported.ruleset_version.canonical
    assert imported.ruleset_version.ruleset.club_id == books.club.pk
    books.club.refresh_from_db()
    assert books.club.default_ruleset_version is not None
    assert '"mom_pay":4' in books.club.default_ruleset_version.canonical


def test_rules_the_club_has_published_already_are_not_published_again(tmp_path: Path) -> None:
    books = make_books(slug="clb-tep", rules={"mom_pay": 6})
    owner = books.owner
    later = publish_ruleset(
        actor=owner, club_id=books.club.pk, name="Luật bàn", rules=Rules.from_json({"mom_pay": 7})
    )
    set_default_ruleset(actor=owner, club_id=books.club.pk, version_id=later.pk)
    versions = RulesetVersion.objects.count()
    said = header(season=_autumn(), rules={"mom_pay": 6})
    assert run("import_deals", write(tmp_path, said, line())).err == ""
    assert RulesetVersion.objects.count() == versions
    assert DealRevision.objects.get().ruleset_version == books.version


def test_a_table_that_is_there_goes_on_under_the_file_s_terms(tmp_path: Path) -> None:
    books = make_books(slug="clb-tep", stake=3)
    books.record()
    said = header(season=_autumn(), rules={"mom_pay": 6})
    assert run("import_deals", write(tmp_path, said, line(stake=2))).err == ""
    numbers = Deal.objects.order_by("number").values_list("number", "current__stake_points")
    assert list(numbers) == [(1, 3), (2, 2)]
    assert not PossibleDuplicate.objects.exists()
    assert run("audit_books").error == ""


def test_a_night_that_was_settled_takes_no_new_deal_and_knows_its_old_ones(
    tmp_path: Path,
) -> None:
    run("import_deals", write(tmp_path, header(), line(1)))
    _set_state(NightState.SETTLED)
    before = fingerprint()
    longer = write(tmp_path, header(), line(1), line(2))
    outcome = run("import_deals", longer)
    assert outcome.bad_lines == ["line 3: night_settled night day=2026-09-04"]
    assert outcome.out.endswith("0 deals recorded, 1 known, 1 bad lines\n")
    assert run("import_deals", longer, "--strict").error == "1 bad lines, nothing was written"
    assert fingerprint() == before


def test_a_locked_night_takes_no_new_deal(tmp_path: Path) -> None:
    run("import_deals", write(tmp_path, header(), line(1)))
    _set_state(NightState.LOCKED)
    outcome = run("import_deals", write(tmp_path, header(), line(2)))
    assert outcome.bad_lines == ["line 2: night_locked night day=2026-09-04"]


def test_a_closed_season_takes_no_new_deal(tmp_path: Path) -> None:
    run("import_deals", write(tmp_path, header(), line(1)))
    Season.objects.update(state=SeasonState.CLOSED)
    before = fingerprint()
    new_night = line(2, night="2026-09-05")
    outcome = run("import_deals", write(tmp_path, header(), line(1), line(3), new_night))
    assert outcome.bad_lines == [
        "line 3: season_closed night day=2026-09-04",
        "line 4: season_closed night day=2026-09-05",
    ]
    assert fingerprint() == before


def test_a_night_settled_between_the_two_passes_is_a_bad_line(tmp_path: Path) -> None:
    run("import_deals", write(tmp_path, header(), line(1)))
    other_night = line(3, night="2026-09-05")
    file = write(tmp_path, header(), line(2), other_night)
    with file.open(encoding="utf-8") as lines:
        plan = plan_import(lines)
    _set_state(NightState.SETTLED)
    report = apply_import(plan)
    assert (report.recorded, report.known) == (1, 0)
    assert [(bad.line_number, bad.code) for bad in report.bad_lines] == [(2, "night_settled")]


def test_the_pot_of_a_table_that_is_there_counts_in_the_first_pass(tmp_path: Path) -> None:
    # Bàn 1 has four antes of 2: 8 bets. The file takes 9 out of it, which four more antes allow.
    rules = {"pot_enabled": True, "pot_ante": 2}
    books = make_books(slug="clb-tep", rules=rules)
    books.record()
    out = [{"payer": "POT", "payee": "An", "bets": 9}]
    said = header(season=_autumn(), rules=rules)
    file = write(tmp_path, said, line(sheet=sheet(adjustments=out)))
    outcome = run("import_deals", file, "--strict")
    assert (outcome.error, outcome.err) == ("", "")
    assert run("audit_books").error == ""


def test_taking_more_than_the_pot_holds_is_a_bad_line_of_the_first_pass(tmp_path: Path) -> None:
    # Four antes of 2 make 8 bets; the sheet takes 9 from the pot. At stake 3 that is 3 points.
    rules = {"pot_enabled": True, "pot_ante": 2}
    out = [{"payer": "POT", "payee": "An", "bets": 9}]
    file = write(
        tmp_path,
        header(rules=rules),
        line(1, stake=3, sheet=sheet(adjustments=out)),
        line(2, stake=3),
    )
    before = fingerprint()
    refused = run("import_deals", file, "--strict")
    assert refused.bad_lines == ["line 2: pot_overdrawn sheet deal_number=1 missing_points=3"]
    assert fingerprint() == before
    assert run("import_deals", file).out.endswith("1 deals recorded, 0 known, 1 bad lines\n")


def test_a_pot_is_played_as_the_file_tells_it(tmp_path: Path) -> None:
    # Deal 1 and 2: antes 2 x 4 = 8 bets each at stake 1, so 16 points.
    # Deal 3, stake 5: antes 8 bets = 40 points; the pot before it is 16 // 5 = 3 bets. An takes
    # 3 + 8 = 11 bets and 3 x 6 from the losers, less the ante of 2: 27 bets, 135 points.
    # One point stays in the pot.
    rules = {"pot_enabled": True, "pot_ante": 2}
    u = sheet(ending="u", u={"winner": "An", "kind": "plain"})
    file = write(tmp_path, header(rules=rules), line(1), line(2), line(3, stake=5, sheet=u))
    assert run("import_deals", file).err == ""
    deal = Deal.objects.get(number=3)
    assert deal.current.pot_before_points == 16
    assert deal.current.seats.get(seat=0).net_points == 135
    assert run("audit_books").error == ""


def test_the_same_deal_twice_in_a_file_is_one_deal_and_one_share_of_the_pot(
    tmp_path: Path,
) -> None:
    # 8 bets in the pot, not 16: taking 17 out of 8 + 8 is too much.
    rules = {"pot_enabled": True, "pot_ante": 2}
    out = [{"payer": "POT", "payee": "An", "bets": 17}]
    file = write(
        tmp_path, header(rules=rules), line(1), line(1), line(2, sheet=sheet(adjustments=out))
    )
    outcome = run("import_deals", file)
    assert outcome.bad_lines == ["line 4: pot_overdrawn sheet deal_number=2 missing_points=1"]
    assert outcome.out.endswith("1 deals recorded, 1 known, 1 bad lines\n")


def test_an_interrupted_import_goes_on_where_somebody_changed_the_terms_meanwhile(
    tmp_path: Path,
) -> None:
    first, second = line(1, stake=1), line(2, stake=2)
    run("import_deals", write(tmp_path, header(), first, second))
    table = Table.objects.get()
    file = write(tmp_path, header(), first, second, line(3, stake=3))
    with file.open(encoding="utf-8") as lines:
        plan = plan_import(lines)
    # Killed after the terms of deal 3 were set and before it was recorded; then the table goes
    # back to stake 1.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.services.imports.deals.record_deal", _killed)
        with pytest.raises(KeyboardInterrupt):
            apply_import(plan)
    table.refresh_from_db()
    assert table.stake_points == 3
    [terms_id] = uuids(1)
    change_terms(actor=OWNER, table_id=table.pk, terms_id=terms_id, stake_points=1)
    assert run("import_deals", file).out.endswith("1 deals recorded, 2 known, 0 bad lines\n")
    assert Deal.objects.get(number=3).current.stake_points == 3


def test_terms_change_only_where_the_deals_say_so(tmp_path: Path) -> None:
    lines = [
        line(1),
        line(2),
        line(3, stake=2),
        line(4, stake=2),
        line(5, sheet=sheet("An", "Chi")),
    ]
    run("import_deals", write(tmp_path, header(), *lines))
    history = TableTerms.objects.order_by("n").values_list("from_number", "changed")
    assert list(history) == [(1, "open"), (3, "stake"), (5, "stake,seats")]


def test_deals_imported_beside_those_of_phones_are_never_possible_duplicates(
    tmp_path: Path,
) -> None:
    books = make_books(slug="clb-tep")
    books.record()
    assert run("import_deals", write(tmp_path, header(season=_autumn()), line())).err == ""
    first, second = Deal.objects.order_by("number")
    assert first.current.sheet == second.current.sheet
    assert not PossibleDuplicate.objects.exists()


def test_night_adjustments_count_in_the_exported_points_and_not_in_the_bets(
    tmp_path: Path,
) -> None:
    run("import_deals", write(tmp_path, header(), line()))
    night = Night.objects.get()
    who = {player.name: player.pk for player in Player.objects.all()}
    [adjustment_id] = uuids(1)
    adjust_night(
        actor=OWNER,
        club_id=night.club_id,
        night_id=night.pk,
        adjustment_id=adjustment_id,
        payer=who["An"],
        payee="FUND",
        points=10,
    )
    # An is first of four: 1 + 2 + 3 bets.
    an = night_figures("2026-09-04", "clb-tep")["An"]
    assert (an["net_bets"], an["net_points"]) == (6, -4)


def test_progress_is_for_terminals_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, header(), line(1), line(2))
    assert "1/2" not in run("import_deals", file, "--club", "mot").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    with_ids = write(tmp_path, header(), line(11), line(12))
    shown = run("import_deals", with_ids, "--club", "hai").out
    assert shown.startswith("1/2\r2/2\nhai, ")


def _autumn() -> dict[str, str]:
    """The season of the test club."""
    return {"name": "mùa thu 2026", "first_day": "2026-09-01", "last_day": "2026-12-31"}


def _books_with_a_nickname() -> Books:
    books = make_books(slug="clb-tep")
    nickname = players.add_player(actor=books.owner, club_id=books.club.pk, name="An Béo")
    merge_players(
        actor=books.owner,
        club_id=books.club.pk,
        player_id=nickname.pk,
        into_id=books.people[0].pk,
    )
    return books


def _set_state(state: NightState) -> None:
    """Settling comes later; a night and its tables carry the same state."""
    Night.objects.update(state=state)
    Table.objects.update(state=state)


def _killed(**_arguments: object) -> None:
    raise KeyboardInterrupt
