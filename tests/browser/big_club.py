"""`python -m tests.browser.big_club`: a club of 200 players and 100 nights beside the demo's.

For one who looks at how long its season takes to be seen. Prints the address of the season.
"""

import os
import sys

USER_NAME = "nguoi-xem"


def main(password: str) -> str:
    """Write the club into the data folder of the environment; its season's path."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_league.settings.embedded")
    django.setup()
    from scoring.actors import Role
    from scoring.models import Login
    from scoring.services import clubs
    from tests.big_season import fill_season
    from tests.books import make_books

    books = make_books()
    fill_season(books, players=200, nights=100)
    login = Login.objects.create_user(USER_NAME, password=password)
    clubs.set_role(actor=books.owner, club_id=books.club.pk, login_id=login.pk, role=Role.MEMBER)
    return f"/clb/{books.club.slug}/mua/{books.season.pk}/"


if __name__ == "__main__":
    print(main(sys.argv[1]))
