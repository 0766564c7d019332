"""People in a club's roster."""

import uuid

from django.db import models

from scoring.models.club import Club, Login


class Player(models.Model):
    """A person who plays: member or guest, with or without a login.

    Two entries for one person are merged by a pointer, never by moving facts: `merged_into` is that
    pointer and `root` the end of it, derived. A merged player's name stays an alias for imports.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=160)
    call_name = models.CharField(max_length=80)
    sort_key = models.CharField(max_length=1000, db_index=True)
    search_key = models.CharField(max_length=160, db_index=True)
    is_guest = models.BooleanField(default=False)
    login = models.ForeignKey(
        Login, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged"
    )
    root = models.ForeignKey("self", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=models.Q(merged_into__isnull=True),
                name="player_name_unique_among_the_not_merged",
            ),
            models.UniqueConstraint(
                fields=["club", "login"],
                condition=models.Q(login__isnull=False),
                name="player_one_per_login_and_club",
            ),
            models.CheckConstraint(
                condition=(models.Q(merged_into__isnull=True) & models.Q(root=models.F("id")))
                | (models.Q(merged_into__isnull=False) & ~models.Q(root=models.F("id"))),
                name="player_root_is_itself_unless_merged",
            ),
            models.CheckConstraint(
                condition=~models.Q(merged_into=models.F("id")),
                name="player_not_merged_into_itself",
            ),
        ]

    def __str__(self) -> str:
        return self.name
