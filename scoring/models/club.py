"""Logins, clubs and who has which role in a club."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower

from scoring.actors import Role


class LoginManager(UserManager["Login"]):
    """Finds a login whatever the case of the name typed."""

    def get_by_natural_key(self, username: str | None) -> "Login":
        """Used by sign-in; the unique index stands on the lower-case name."""
        return self.alias(username_lower=Lower("username")).get(
            username_lower=(username or "").lower()
        )


class Login(AbstractUser):
    """Somebody who can sign in. A person at the tables is a `Player`; the two may be linked."""

    email = models.EmailField(blank=True)

    objects: ClassVar[LoginManager] = LoginManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="login_name_unique_whatever_the_case")
        ]


class Visibility(models.TextChoices):
    """Who may read a club's pages without a role."""

    PRIVATE = "private"
    UNLISTED = "unlisted"
    PUBLIC = "public"


class Club(models.Model):
    """A club: the border no read and no write crosses."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    time_zone = models.CharField(max_length=64, default="Asia/Ho_Chi_Minh")
    day_cutoff_hours = models.PositiveSmallIntegerField(default=6)
    language = models.CharField(max_length=5, default="vi")
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    # What the table page reminds people of after a deal, and how it begins one: no rules, and
    # nothing is priced by them.
    rotates_loser = models.BooleanField(default=False)
    swaps_after_u = models.BooleanField(default=False)
    counts_points = models.BooleanField(default=False)
    default_ruleset_version = models.ForeignKey(
        "RulesetVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    default_policy_version = models.ForeignKey(
        "PolicyVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(day_cutoff_hours__lte=12), name="club_cutoff_at_most_noon"
            ),
        ]

    def __str__(self) -> str:
        return self.slug


class Membership(models.Model):
    """A login's role in a club."""

    ROLES = [(role.value, role.value) for role in Role]

    login = models.ForeignKey(Login, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=ROLES)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["login", "club"], name="membership_once_per_club")
        ]
