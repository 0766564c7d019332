"""The pot: what an ù takes, and which later ù follow when an earlier deal changes.

Under the ante of 1 bet and stake 2 each seat pays 2 points into the pot before a deal, four seats
8. All sums are worked out beside the assertions, by hand, from R-40 and architecture.md, section 4.
"""

from uuid import UUID, uuid4

from scoring.engine import Sheet
from scoring.errors import ErrorCode
from scoring.models import Deal, DealRevision, DealSeat, Table, Transfer
from scoring.selectors.pots import pot_points_before
from scoring.services.deals import DealAnswer, record_deal
from scoring.services.terms import change_terms
from tests.books import Books
from tests.services.checks import (
    correct,
    differences,
    last_event,
    points_of,
    refuses,
    revise,
)


def _stake(books: Books, stake_points: int) -> None:
    change_terms(
        actor=books.owner, table_id=books.table.pk, terms_id=uuid4(), stake_points=stake_points
    )


def _pot(books: Books, number: int = 1_000) -> int:
    """What the pot holds before this deal; at the end where none is named."""
    account = Table.objects.get(pk=books.table.pk).pot_account
    return pot_points_before(table_id=books.table.pk, pot_account_id=account.pk, number=number)


def _taken(deal: DealAnswer) -> list[int]:
    """What the pot paid in the deal as it stands, in points, line by line."""
    lines = Transfer.objects.filter(revision__current_of=deal.deal_id, reason="pot")
    return list(lines.order_by("pk").values_list("points", flat=True))


def _current(deal: DealAnswer) -> DealRevision:
    return DealRevision.objects.get(current_of=deal.deal_id)


def _followed(answer: DealAnswer) -> list[tuple[int, int, int]]:
    return [(one.number, one.pot_before_points, one.pot_after_points) for one in answer.followed]


def test_an_u_takes_the_pot_and_this_deals_antes(pot_books: Books) -> None:
    pot_books.record()
    pot_books.record()
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    # 8 + 8 in the pot is 8 bets, and 4 antes: 12 bets are 24 points.
    assert _current(u).pot_before_points == 16
    assert _taken(u) == [24]
    assert _pot(pot_books) == 0
    # Seat 0: 3 losers at 6, 12 from the pot, 1 ante: 18 + 12 - 1 = 29 bets.
    seat = DealSeat.objects.get(revision__current_of=u.deal_id, seat=0)
    assert (seat.net_bets, seat.net_points) == (29, 58)


def test_a_void_deal_takes_its_antes_out_of_a_later_u(pot_books: Books) -> None:
    first = pot_books.record()
    pot_books.record()
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    answer = revise(pot_books, first, "void")
    # 16 - 8 = 8 points are 4 bets, and 4 antes: 8 bets are 16 points.
    assert _followed(answer) == [(3, 16, 8)]
    assert _taken(u) == [16]
    assert _pot(pot_books) == 0
    following = _current(u)
    assert (following.n, following.kind) == (2, "follow")
    assert following.cause_id == answer.revision_id
    assert (following.author_login_id, following.stake_points) == (pot_books.owner.login_id, 2)


def test_a_following_revision_keeps_sheet_hash_terms_and_notes_of_adjustments(
    pot_books: Books,
) -> None:
    first = pot_books.record()
    fine = {"payer": pot_books.seat(1), "payee": pot_books.seat(2), "bets": 1, "note": "phạt"}
    sheet = pot_books.sheet_json(u=(0, "plain")) | {"adjustments": [fine]}
    u = pot_books.record(Sheet.from_json(sheet))
    before = _current(u)
    revise(pot_books, first, "void")
    after = _current(u)
    assert after.n == 2
    for name in ("sheet", "content_hash", "ruleset_version_id", "stake_points", "adjustment_notes"):
        assert getattr(after, name) == getattr(before, name)
    assert after.adjustment_notes != [None]


def test_restoring_gives_the_books_of_before_the_void(pot_books: Books) -> None:
    first = pot_books.record(pot_books.sheet(eats=[(1, False)]))
    pot_books.record()
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    before = points_of(pot_books)
    revise(pot_books, first, "void")
    assert points_of(pot_books) != before
    answer = revise(pot_books, first, "restore")
    assert _followed(answer) == [(3, 8, 16)]
    assert points_of(pot_books) == before
    assert _taken(u) == [24]


def test_an_u_that_takes_all_ends_the_difference(pot_books: Books) -> None:
    first = pot_books.record()
    second = pot_books.record(pot_books.sheet(u=(1, "plain")))
    pot_books.record()
    last = pot_books.record(pot_books.sheet(u=(2, "plain")))
    # One bet from seat 0 into the pot: 2 points more, all taken by deal 2.
    answer = correct(pot_books, first, pot_books.sheet(adjustments=[(0, "POT", 1)]))
    assert _followed(answer) == [(2, 8, 10)]
    assert _taken(second) == [10 + 8]
    assert (_current(last).n, _taken(last)) == (1, [8 + 8])


def test_what_is_left_below_one_stake_stays_in_the_pot(pot_books: Books) -> None:
    pot_books.record()
    _stake(pot_books, 3)
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    # 8 // 3 = 2 bets and 4 antes: 6 bets are 18 points; 8 + 12 - 18 = 2 stay.
    assert _current(u).pot_before_points == 8
    assert _taken(u) == [18]
    assert _pot(pot_books) == 2


def test_remainders_carry_a_difference_past_an_u(pot_books: Books) -> None:
    first = pot_books.record()
    _stake(pot_books, 3)
    second = pot_books.record(pot_books.sheet(u=(0, "plain")))
    pot_books.record()
    last = pot_books.record(pot_books.sheet(u=(0, "plain")))
    # Deal 3 adds 12 to the 2 left: 14 // 3 = 4 bets and 4 antes are 24; 14 + 12 - 24 = 2 stay.
    assert (_current(last).pot_before_points, _taken(last), _pot(pot_books)) == (14, [24], 2)
    answer = revise(pot_books, first, "void")
    # Deal 2: 0 // 3 = 0 bets and 4 antes are 12, nothing stays: of -8 it passed on -2.
    # Deal 4: 12 // 3 = 4 bets, as before; now nothing stays.
    assert _followed(answer) == [(2, 8, 0), (4, 14, 12)]
    assert (_taken(second), _taken(last), _pot(pot_books)) == ([12], [24], 0)


def test_rounding_may_swallow_the_whole_difference(pot_books: Books) -> None:
    """Stake 10: 8 points or 6, the ù takes no bet of either."""
    first = pot_books.record()
    _stake(pot_books, 10)
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    # 8 // 10 = 0 bets, 4 antes are 40; 8 + 40 - 40 = 8 stay.
    assert (_taken(u), _pot(pot_books)) == ([40], 8)
    answer = correct(pot_books, first, pot_books.sheet(adjustments=[("POT", 0, 1)]))
    # 8 - 2 = 6 points, and they stay too.
    assert _followed(answer) == [(2, 8, 6)]
    assert (_taken(u), _pot(pot_books)) == ([40], 6)


def test_correcting_the_stake_of_a_deal_changes_what_it_put_in(pot_books: Books) -> None:
    first = pot_books.record()
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    answer = correct(pot_books, first, pot_books.sheet(), stake_points=5)
    # 4 antes at 5 are 20 points: 20 // 2 = 10 bets and 4 antes are 28 points.
    assert _followed(answer) == [(2, 8, 20)]
    assert _taken(u) == [28]


def test_correcting_an_u_into_a_plain_deal_leaves_the_pot_to_the_next_u(pot_books: Books) -> None:
    pot_books.record()
    wrong = pot_books.record(pot_books.sheet(u=(0, "plain")))
    u = pot_books.record(pot_books.sheet(u=(1, "plain")))
    assert _taken(u) == [8]
    answer = correct(pot_books, wrong, pot_books.sheet())
    # 8 + 8 in the pot and 8 antes.
    assert _followed(answer) == [(3, 0, 16)]
    assert _taken(u) == [24]


def test_a_correction_that_moves_no_pot_is_followed_by_nobody(pot_books: Books) -> None:
    first = pot_books.record()
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    answer = correct(pot_books, first, pot_books.sheet(eats=[(1, False)]))
    assert (answer.followed, _current(u).n) == ((), 1)


def test_a_void_u_does_not_follow_and_takes_the_right_pot_when_restored(pot_books: Books) -> None:
    first = pot_books.record()
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    revise(pot_books, u, "void")
    answer = revise(pot_books, first, "void")
    assert answer.followed == ()
    assert _pot(pot_books) == 0
    revise(pot_books, u, "restore")
    # Nothing in the pot but this deal's antes.
    assert (_current(u).pot_before_points, _taken(u)) == (0, [8])


def test_two_u_follow_one_after_the_other_when_seats_change(pot_books: Books) -> None:
    """Three sat down in deal 1, not four: 6 points, not 8."""
    first = pot_books.record()
    _stake(pot_books, 5)
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    last = pot_books.record(pot_books.sheet(u=(1, "plain")))
    # Deal 2: 8 // 5 = 1 bet and 4 antes are 25, 8 + 20 - 25 = 3 stay.
    # Deal 3: 3 // 5 = 0 bets and 4 antes are 20, 3 stay.
    assert (_taken(u), _taken(last), _pot(pot_books)) == ([25], [20], 3)
    answer = correct(pot_books, first, pot_books.sheet(seats=pot_books.seats(3)))
    # 6 // 5 = 1 bet: the same lines, but 1 point stays behind each.
    assert _followed(answer) == [(2, 8, 6), (3, 3, 1)]
    assert (_taken(u), _taken(last), _pot(pot_books)) == ([25], [20], 1)


def test_the_audit_names_the_deals_that_followed(pot_books: Books) -> None:
    first = pot_books.record()
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    revise(pot_books, first, "void", note="ghi hai lần")
    after = last_event(pot_books).after
    assert after is not None
    assert after["followed"] == [{"number": 2, "pot_before_points": 8, "pot_after_points": 0}]


# A pot below zero


def test_a_deal_that_overdraws_the_pot_is_refused(pot_books: Books) -> None:
    """4 antes less 5 bets is one bet too many: 2 points."""
    with refuses(ErrorCode.POT_OVERDRAWN, deal_number=1, missing_points=2):
        pot_books.record(pot_books.sheet(adjustments=[("POT", 0, 5)]))
    pot_books.record(pot_books.sheet(adjustments=[("POT", 0, 4)]))
    assert _pot(pot_books) == 0


def test_a_correction_that_overdraws_the_pot_is_refused(pot_books: Books) -> None:
    pot_books.record()
    second = pot_books.record()
    with refuses(ErrorCode.POT_OVERDRAWN, deal_number=2, missing_points=4):
        # 8 + 8 - 20 = -4.
        correct(pot_books, second, pot_books.sheet(adjustments=[("POT", 0, 10)]))


def test_a_void_that_overdraws_the_pot_behind_a_later_deal_names_that_deal(
    pot_books: Books,
) -> None:
    first = pot_books.record()
    pot_books.record()
    pot_books.record(pot_books.sheet(adjustments=[("POT", 0, 10)]))
    # 8 + 8 + 8 - 20 = 4; without deal 1 it is -4 behind deal 3.
    with refuses(ErrorCode.POT_OVERDRAWN, deal_number=3, missing_points=4):
        revise(pot_books, first, "void")


def test_an_u_between_absorbs_what_would_overdraw(pot_books: Books) -> None:
    first = pot_books.record()
    pot_books.record(pot_books.sheet(u=(0, "plain")))
    pot_books.record(pot_books.sheet(adjustments=[("POT", 0, 4)]))
    answer = revise(pot_books, first, "void")
    assert _followed(answer) == [(2, 8, 0)]
    assert _pot(pot_books) == 0


def test_a_refused_void_leaves_no_following_revision(pot_books: Books) -> None:
    """An ù that leaves a remainder follows, and the deal behind it then overdraws."""
    first = pot_books.record()
    _stake(pot_books, 10)
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    _stake(pot_books, 2)
    # 8 stay behind deal 2; 8 + 8 - 16 = 0.
    pot_books.record(pot_books.sheet(adjustments=[("POT", 1, 8)]))
    with refuses(ErrorCode.POT_OVERDRAWN, deal_number=3, missing_points=8):
        revise(pot_books, first, "void")
    assert _current(u).n == 1


def test_a_payment_out_of_the_pot_in_an_u_comes_after_its_payout(pot_books: Books) -> None:
    """R-42: the ù took everything, the adjustment finds nothing."""
    pot_books.record()
    with refuses(ErrorCode.POT_OVERDRAWN, deal_number=2, missing_points=2):
        pot_books.record(pot_books.sheet(u=(0, "plain"), adjustments=[("POT", 1, 1)]))


def test_the_pot_of_another_table_is_another_pot(pot_books: Books) -> None:
    from scoring.services.nights import open_table

    pot_books.record()
    other = open_table(
        actor=pot_books.owner,
        club_id=pot_books.club.pk,
        night_id=pot_books.night.pk,
        label="Bàn 2",
        stake_points=2,
        ruleset_version_id=pot_books.version.pk,
    )
    u = record_deal(
        actor=pot_books.owner,
        table_id=other.pk,
        deal_id=uuid4(),
        sheet=pot_books.sheet(u=(0, "plain")),
        played_at=Deal.objects.get(table=pot_books.table).played_at,
    )
    assert _current(u).pot_before_points == 0
    assert _pot(pot_books) == 8


def test_a_misdeal_pays_no_ante_and_passes_a_difference_on(pot_books: Books) -> None:
    first = pot_books.record()
    misdeal = pot_books.record(pot_books.sheet(ending="void"))
    u = pot_books.record(pot_books.sheet(u=(0, "plain")))
    assert _current(u).pot_before_points == 8
    answer = revise(pot_books, first, "void")
    assert _followed(answer) == [(3, 8, 0)]
    assert _current(misdeal).n == 1


def test_faults_and_drawn_deals_leave_their_antes(pot_books: Books) -> None:
    pot_books.record(pot_books.sheet(ending="drawn"))
    fault = {"player": pot_books.seat(0), "kind": "false_u"}
    pot_books.record(Sheet.from_json(pot_books.sheet_json(ending="fault") | {"fault": fault}))
    assert _pot(pot_books) == 16


def test_every_u_of_a_long_evening_took_the_pot_before_it(pot_books: Books) -> None:
    """Stakes 2, 3, 5 in turn, every third deal an ù; then every deal is voided and restored."""
    deals: list[UUID] = []
    for index in range(9):
        _stake(pot_books, (2, 3, 5)[index // 3])
        sheet = pot_books.sheet(u=(index % 4, "plain")) if index % 3 == 2 else pot_books.sheet()
        deals.append(pot_books.record(sheet).deal_id)
    before = points_of(pot_books)
    for index, deal_id in enumerate(deals):
        revise(pot_books, deal_id, "void")
        assert index % 4 or differences(pot_books) == []
        revise(pot_books, deal_id, "restore")
        assert points_of(pot_books) == before
