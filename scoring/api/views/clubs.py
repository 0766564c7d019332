"""Clubs and their members."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.actors import Role
from scoring.api import people_examples as examples
from scoring.api.base import ApiView, ClubView
from scoring.api.idempotency import do_once
from scoring.api.schema import IDEMPOTENCY_KEY, operation
from scoring.api.serializers import clubs as shown
from scoring.api.serializers.paged import listed
from scoring.selectors.members import get_club, get_member, list_clubs, list_members
from scoring.services import members
from scoring.services.closing import close_club
from scoring.services.clubs import change_club, create_club


class ClubsView(ApiView):
    """GET, POST /clubs"""

    tag = "clubs"

    @operation(
        "My clubs",
        answer=listed(shown.Club),
        answered={"results": [examples.CLUB]},
        operation_id="clubs_list",
    )
    def get(self, request: Request) -> Response:
        """The clubs this login has a role in, by name."""
        return self.answer_list(shown.Club, list_clubs(actor=self.actor))

    @operation(
        "Make a club",
        body=shown.NewClub,
        answer=shown.Club,
        status=201,
        refused=(409,),
        asked=examples.NEW_CLUB,
        answered=examples.CLUB,
    )
    def post(self, request: Request) -> Response:
        """Private, under the seed rules, owned by who asks. The slug makes it once: the same again
        is `slug_taken`.
        """
        club = create_club(actor=self.actor, **self.parse(shown.NewClub))
        row = get_club(actor=self.actor, slug=club.slug)
        return self.answer(shown.Club, row, status=201)


class OneClubView(ClubView):
    """GET, PATCH /clubs/{slug}"""

    tag = "clubs"

    @operation("A club", answer=shown.Club, answered=examples.CLUB)
    def get(self, request: Request, slug: str) -> Response:
        """As its members see it."""
        return self.answer(shown.Club, self.club)

    @operation(
        "Change a club",
        body=shown.ClubChange,
        answer=shown.Club,
        asked=examples.CLUB_CHANGE,
        answered=examples.CLUB,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """For owners; what is left out stays. Nights keep the day they were opened with."""
        change_club(actor=self.actor, club_id=self.club.id, **self.parse(shown.ClubChange))
        return self.answer(shown.Club, get_club(actor=self.actor, slug=slug))


class ClosingView(ClubView):
    """POST /clubs/{slug}/closing"""

    tag = "clubs"

    @operation(
        "Close a club for good",
        body=shown.Closing,
        status=204,
        asked={"slug": "clb-ben-nghe"},
    )
    def post(self, request: Request, slug: str) -> Response:
        """For owners: nobody has a role in it any more, and nobody is named in it."""
        close_club(actor=self.actor, club_id=self.club.id, **self.parse(shown.Closing))
        return Response(status=204)


class MembersView(ClubView):
    """GET, POST /clubs/{slug}/members"""

    tag = "members"

    @operation(
        "The members of a club",
        answer=listed(shown.Member),
        answered={"results": [examples.MEMBER]},
        operation_id="members_list",
    )
    def get(self, request: Request, slug: str) -> Response:
        """Logins with a role, the highest first."""
        return self.answer_list(shown.Member, list_members(club_id=self.club.id))

    @operation(
        "Add a member",
        body=shown.NewMember,
        answer=shown.Member,
        status=201,
        again=200,
        refused=(409,),
        asked=examples.NEW_MEMBER,
        answered=examples.MEMBER,
        parameters=(IDEMPOTENCY_KEY,),
    )
    def post(self, request: Request, slug: str) -> Response:
        """For owners: a login gets a role. A name nobody bears is `login_unknown`."""
        given = self.parse(shown.NewMember)
        done = do_once(
            self.actor,
            club_id=self.club.id,
            run=lambda: members.add_member(
                actor=self.actor,
                club_id=self.club.id,
                user_name=given["user_name"],
                role=Role(given["role"]),
            ),
        )
        login_id = int(done.object_id) if done.made is None else done.made
        row = get_member(club_id=self.club.id, login_id=login_id)
        return self.answer(shown.Member, row, status=200 if done.is_repeated else 201)


class MemberView(ClubView):
    """GET, PATCH, DELETE /clubs/{slug}/members/{login_id}"""

    tag = "members"

    @operation("A member", answer=shown.Member, answered=examples.MEMBER)
    def get(self, request: Request, slug: str, login_id: int) -> Response:
        """One login with a role."""
        return self.answer(shown.Member, get_member(club_id=self.club.id, login_id=login_id))

    @operation(
        "Change a role",
        body=shown.MemberChange,
        answer=shown.Member,
        refused=(409,),
        asked={"role": "scorer"},
        answered=examples.MEMBER,
    )
    def patch(self, request: Request, slug: str, login_id: int) -> Response:
        """For owners; the last one stays (`last_owner`)."""
        role = Role(self.parse(shown.MemberChange)["role"])
        members.change_role(actor=self.actor, club_id=self.club.id, login_id=login_id, role=role)
        return self.answer(shown.Member, get_member(club_id=self.club.id, login_id=login_id))

    @operation("Remove a member", status=204, refused=(409,))
    def delete(self, request: Request, slug: str, login_id: int) -> Response:
        """For owners; the last one stays. The player and the deals stay, too."""
        members.remove_member(actor=self.actor, club_id=self.club.id, login_id=login_id)
        return Response(status=204)
