"""People of a club's roster: found, added, renamed, claimed, merged; and their figures."""

from collections.abc import Callable
from dataclasses import asdict
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api import people_examples as examples
from scoring.api.base import ClubView
from scoring.api.idempotency import do_once
from scoring.api.pages import answer_page
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import players as shown
from scoring.api.serializers.paged import paged
from scoring.selectors.head_to_head import get_head_to_head
from scoring.selectors.merging import get_merge_preview
from scoring.selectors.profiles import Profile, get_person, get_profile
from scoring.selectors.roster import get_roster_row, query_roster, roster_rows
from scoring.services.merges import merge_players, unmerge_player
from scoring.services.players import add_player, claim_guest, rename_player

COUNTS = (
    *("deals", "net_points", "net_bets", "moms", "compensations"),
    *("eats", "eaten", "last_eats", "last_eaten"),
)


class PlayersView(ClubView):
    """GET, POST /clubs/{slug}/players"""

    tag = "players"

    @operation(
        "The players of a club",
        answer=paged(shown.Player),
        answered={"next": None, "previous": None, "results": [examples.PLAYER]},
        parameters=(shown.PlayersChosen,),
        operation_id="players_list",
    )
    def get(self, request: Request, slug: str) -> Response:
        """In Vietnamese order, the merged left out; `q` finds names without marks, and former
        names.
        """
        query = self.parse_query(shown.PlayersChosen).get("q", "")
        return answer_page(
            self,
            request,
            rows=query_roster(club_id=self.club.id, query=query),
            ordering=("sort_key", "pk"),
            shown=shown.Player,
            rows_of=roster_rows,
        )

    @operation(
        "Add a player",
        body=shown.NewPlayer,
        answer=shown.Player,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.NEW_PLAYER,
        answered=examples.PLAYER,
        parameters=(IDEMPOTENCY_KEY,),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Scorers may add guests, managers everybody. Names are unique whatever the case."""
        given = self.parse(shown.NewPlayer)
        done = do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: add_player(actor=self.actor, club_id=self.club.id, **given),
        )
        player_id = UUID(done.object_id) if done.made is None else done.made.pk
        row = get_roster_row(club_id=self.club.id, player_id=player_id)
        return self.answer(shown.Player, row, status=200 if done.is_repeated else 201)


class OnePlayerView(ClubView):
    """What the operations on one player share."""

    tag = "players"

    def tell(self, player_id: UUID) -> Response:
        """The player as it is now; `not_found` for another club's."""
        row = get_roster_row(club_id=self.club.id, player_id=player_id)
        return self.answer(shown.Player, row)

    def once(self, run: Callable[[], object], player_id: UUID) -> Response:
        """Done, or done before under this key; either way who the player is by now."""
        do_once(self.actor, club_id=self.club.id, run=run)
        return self.tell(get_person(club_id=self.club.id, player_id=player_id).root_id)


class PlayerView(OnePlayerView):
    """GET, PATCH /clubs/{slug}/players/{player_id}"""

    @operation("A player", answer=shown.Player, answered=examples.PLAYER)
    def get(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Merged away or not: `root_id` says who they are by now."""
        return self.tell(player_id)

    @operation(
        "Rename a player",
        body=shown.Rename,
        answer=shown.Player,
        refused=(409,),
        asked={"name": "Nguyễn Văn Hùng"},
        answered=examples.PLAYER,
    )
    def patch(self, request: Request, slug: str, player_id: UUID) -> Response:
        """For managers: another name for the same person; points do not change."""
        rename_player(
            actor=self.actor,
            club_id=self.club.id,
            player_id=player_id,
            **self.parse(shown.Rename),
        )
        return self.tell(player_id)


class ClaimView(OnePlayerView):
    """POST /clubs/{slug}/players/{player_id}/claim"""

    @operation(
        "Link a guest with a login",
        body=shown.Claim,
        answer=shown.Player,
        refused=(409,),
        asked={"login_id": 7},
        answered=examples.PLAYER,
        parameters=(IDEMPOTENCY_KEY,),
    )
    def post(self, request: Request, slug: str, player_id: UUID) -> Response:
        """For managers: where the login has a player already, the guest is merged into that one,
        who is answered.
        """
        given = self.parse(shown.Claim)
        return self.once(
            lambda: claim_guest(
                actor=self.actor, club_id=self.club.id, player_id=player_id, **given
            ),
            player_id,
        )


class MergePreviewView(ClubView):
    """GET /clubs/{slug}/players/{player_id}/merge/{into_id}"""

    tag = "players"

    @operation(
        "What a merge would make",
        answer=shown.MergePreview,
        refused=(409,),
        answered=examples.PREVIEW,
    )
    def get(self, request: Request, slug: str, player_id: UUID, into_id: UUID) -> Response:
        """Refused as the merge would be; changes nothing."""
        preview = get_merge_preview(club_id=self.club.id, player_id=player_id, into_id=into_id)
        return self.answer(shown.MergePreview, preview)


class MergeView(OnePlayerView):
    """POST /clubs/{slug}/players/{player_id}/merge"""

    @operation(
        "Merge two entries of one person",
        body=shown.Merge,
        answer=shown.Player,
        refused=(409,),
        asked={"into_id": examples.OTHER_ID},
        answered=examples.INTO,
        parameters=(IDEMPOTENCY_KEY,),
    )
    def post(self, request: Request, slug: str, player_id: UUID) -> Response:
        """For managers: no fact is moved, and it can be taken back. Answers who stays."""
        given = self.parse(shown.Merge)
        return self.once(
            lambda: merge_players(
                actor=self.actor, club_id=self.club.id, player_id=player_id, **given
            ),
            player_id,
        )


class UnmergeView(OnePlayerView):
    """POST /clubs/{slug}/players/{player_id}/unmerge"""

    @operation(
        "Take a merge back",
        answer=shown.Player,
        refused=(409,),
        answered=examples.PLAYER,
        parameters=(IDEMPOTENCY_KEY,),
    )
    def post(self, request: Request, slug: str, player_id: UUID) -> Response:
        """For managers: the books are as before the merge. Answers who is on their own again."""
        return self.once(
            lambda: unmerge_player(actor=self.actor, club_id=self.club.id, player_id=player_id),
            player_id,
        )


class FiguresView(OnePlayerView):
    """GET /clubs/{slug}/players/{player_id}/figures"""

    @operation(
        "A player's figures",
        answer=shown.Figures,
        answered=examples.FIGURES,
        parameters=(shown.FiguresChosen,),
    )
    def get(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Over all seasons or one, at the end of the merge pointers."""
        chosen = self.parse_query(shown.FiguresChosen)
        person = get_person(club_id=self.club.id, player_id=player_id)
        profile = get_profile(club_id=self.club.id, player_id=person.root_id, **chosen)
        return self.answer(shown.Figures, _figures(profile))


class AgainstView(OnePlayerView):
    """GET /clubs/{slug}/players/{player_id}/against/{other_id}"""

    @operation("Two players against each other", answer=shown.Against, answered=examples.AGAINST)
    def get(self, request: Request, slug: str, player_id: UUID, other_id: UUID) -> Response:
        """Every transfer has one payer and one payee, so what passed is a plain sum."""
        one, other = (
            get_person(club_id=self.club.id, player_id=player) for player in (player_id, other_id)
        )
        met = get_head_to_head(player_id=one.root_id, other_id=other.root_id)
        told = {
            **asdict(met),
            "eats": [
                {"reason": reason, "made": made, "lost": lost}
                for reason, (made, lost) in met.eats.items()
            ],
        }
        return self.answer(shown.Against, told)


def _figures(profile: Profile) -> dict[str, object]:
    figures = profile.figures
    return {
        **{name: getattr(figures, name) for name in (*COUNTS, "player_id", "name", "u_by_kind")},
        "night_count": figures.nights,
        "places": [
            {"seats": seats, "place": place, "count": count}
            for (seats, place), count in figures.places.items()
            if count
        ],
        "nights": profile.nights,
        "u_wins": profile.u_wins,
        "opponents": profile.opponents,
        "elsewhere_points": profile.elsewhere_points,
    }
