"""The settling of a night and its payments."""

from rest_framework import serializers

from scoring.api.base import Input, Output
from scoring.api.fields import Id, Instant, Text, Whole
from scoring.selectors.previews import MODES
from scoring.selectors.reckonings import BalanceReason

STATES = ("open", "settled", "locked")
PAYMENT_STATES = ("proposed", "paid", "confirmed", "waived", "cancelled")
PLAN_STATES = ("live", "replaced", "reopened")
STEPS = ("paid", "take_back", "confirm", "waive", "split", "contrary")
ACTS = ("settle", "reopen", "lock", "unlock")
ORIGINS = ("deal", "adjustment", "pot_move", "payment")
REASONS = [str(reason) for reason in BalanceReason]
MOST_POINTS = 2**53 - 1


class WayToSettle(Input):
    """How a preview pairs people; the fewest payments where it is left out."""

    mode = serializers.ChoiceField(MODES, required=False)


class Settle(Input):
    """The id settles once: sent again it is answered with what it made. `host_id` is the player
    everybody settles with in the mode `one_host`; left out, it is whoever receives most.
    """

    settlement_id = Id()
    mode = serializers.ChoiceField(MODES, required=False)
    host_id = Id(required=False)


class SettlingNote(Input):
    """Why; a manager has to say it where somebody has paid already, and to unlock."""

    note = Text(required=False, allow_blank=True, max_length=500)


class Nothing(Input):
    """No body, or an empty one."""


class SplitPayment(Input):
    """`points` become the payment `first_id`, what is left the payment `rest_id`."""

    points = Whole(min_value=1, max_value=MOST_POINTS)
    first_id = Id()
    rest_id = Id()


class ContraryPayment(Input):
    """The id of the contrary payment, and why it is needed."""

    contrary_id = Id()
    note = Text(allow_blank=True, max_length=500)


class AccountHolder(Output):
    """A player, or an account of the club's: then `player_id` is null and `name` says which."""

    kind = serializers.ChoiceField(("player", "pot", "carried_pot", "fund"))
    player_id = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()


class BalancePart(Output):
    """Signed points of one deal or of one line beside the deals."""

    kind = serializers.ChoiceField(ORIGINS)
    id = serializers.UUIDField(allow_null=True)
    table_id = serializers.IntegerField(allow_null=True)
    deal_number = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)


class BalanceReasonSum(Output):
    """Signed points of one reason; the parts add up to them."""

    reason = serializers.ChoiceField(REASONS)
    points = serializers.IntegerField()
    parts = BalancePart(many=True)


class SettledBalance(Output):
    """`points` were played, and are the sum of `reasons`; with `payments` they come to
    `left_points`.
    """

    holder = AccountHolder()
    points = serializers.IntegerField()
    left_points = serializers.IntegerField()
    is_absent = serializers.BooleanField()
    reasons = BalanceReasonSum(many=True)
    payments = BalanceReasonSum(many=True)


class GroupMember(Output):
    """Somebody who squares with others, and what with."""

    holder = AccountHolder()
    points = serializers.IntegerField()


class PairDebt(Output):
    """What one owes another from the deals between the two; `reasons` are the debtor's."""

    debtor = AccountHolder()
    creditor = AccountHolder()
    points = serializers.IntegerField()
    reasons = BalanceReasonSum(many=True)


class PlannedPayment(Output):
    """A payment that settling now would propose."""

    payer = AccountHolder()
    payee = AccountHolder()
    points = serializers.IntegerField()


class NightPayment(Output):
    """Who hands what to whom. `steps` are those the asker may take now."""

    id = serializers.UUIDField()
    settlement_n = serializers.IntegerField()
    is_planned = serializers.BooleanField()
    payer = AccountHolder()
    payee = AccountHolder()
    points = serializers.IntegerField()
    state = serializers.ChoiceField(PAYMENT_STATES)
    state_at = Instant()
    note = serializers.CharField(allow_blank=True)
    split_of_id = serializers.UUIDField(allow_null=True)
    contrary_of_id = serializers.UUIDField(allow_null=True)
    taken_back_by_id = serializers.UUIDField(allow_null=True)
    steps = serializers.ListField(child=serializers.ChoiceField(STEPS))


class OpenQuestion(Output):
    """A deal in dispute, or one of two that may be the same: in the way of locking."""

    kind = serializers.ChoiceField(("dispute", "duplicate"))
    table_id = serializers.IntegerField()
    deal_number = serializers.IntegerField()
    other_number = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)


class NightSettling(Output):
    """The settling of a night as it is now. While the night is open it is a preview: `n`, `id` and
    `made_at` are null and `preview` has what settling would propose. Afterwards `payments` are the
    plan's and those made before. `locks_at` is null where nothing locks by itself.
    """

    state = serializers.ChoiceField(STATES)
    is_preview = serializers.BooleanField()
    n = serializers.IntegerField(allow_null=True)
    id = serializers.UUIDField(allow_null=True)
    mode = serializers.ChoiceField(MODES)
    proven = serializers.BooleanField()
    lower_bound = serializers.IntegerField()
    made_at = Instant(allow_null=True)
    locks_at = Instant(allow_null=True)
    balances = SettledBalance(many=True)
    groups = serializers.ListField(child=GroupMember(many=True))
    pairs = PairDebt(many=True)
    preview = PlannedPayment(many=True)
    payments = NightPayment(many=True)
    questions = OpenQuestion(many=True)
    acts = serializers.ListField(child=serializers.ChoiceField(ACTS))


class SettlingBefore(Output):
    """The n-th settling of a night, and what was handed over under it."""

    id = serializers.UUIDField()
    n = serializers.IntegerField()
    mode = serializers.ChoiceField(MODES)
    state = serializers.ChoiceField(PLAN_STATES)
    made_at = Instant()
    author_kind = serializers.ChoiceField(("login", "device", "system", "import"))
    author = serializers.CharField(allow_blank=True)
    proven = serializers.BooleanField()
    lower_bound = serializers.IntegerField()
    payment_count = serializers.IntegerField()
    made_count = serializers.IntegerField()
    made_points = serializers.IntegerField()
