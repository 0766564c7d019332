"""A web process's work, in a process of its own: record deals and say how long each took.

    python -m tests.tasks.record_deals TABLE_ID LOGIN_ID COUNT SHEET

Prints a JSON list of seconds, one a deal.
"""

import json
import sys
import time
from uuid import uuid4

import django

django.setup()

from django.utils import timezone  # noqa: E402

from scoring.actors import Actor  # noqa: E402
from scoring.engine import Sheet  # noqa: E402
from scoring.services.deals import record_deal  # noqa: E402


def main() -> None:
    """Record, and measure each from the call to its answer."""
    table_id, login_id, count = map(int, sys.argv[1:4])
    sheet = Sheet.from_json(json.loads(sys.argv[4]))
    spent = []
    for _ in range(count):
        start = time.perf_counter()
        record_deal(
            actor=Actor.of_login(login_id),
            table_id=table_id,
            deal_id=uuid4(),
            sheet=sheet,
            played_at=timezone.now(),
        )
        spent.append(time.perf_counter() - start)
    print(json.dumps(spent))


if __name__ == "__main__":
    main()
