"""Rule sets: versions, where they are used, and what they say."""

from typing import Any

from rest_framework import serializers

from scoring.api.base import Input, Output


class Version(Output):
    """A published version; it never changes."""

    id = serializers.IntegerField(help_text="The `ruleset_version_id` of tables and deals.")
    name = serializers.CharField()
    n = serializers.IntegerField()
    published_at = serializers.DateTimeField()
    sha256 = serializers.CharField(help_text="Of the canonical `phom-rules/1`.")
    is_default = serializers.BooleanField(help_text="Do new tables open under it?")
    table_count = serializers.IntegerField(help_text="Tables that play by it.")
    last_day = serializers.DateField(allow_null=True)


class Ruleset(Output):
    """A named rule set with its versions, newest first."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    versions = Version(many=True)


class RulesetList(Output):
    """All of a club."""

    results = Ruleset(many=True)


class VersionWithRules(Version):
    """A version with what it says."""

    rules = serializers.SerializerMethodField(help_text="`phom-rules/1`, complete.")

    def get_rules(self, row: Any) -> dict[str, Any]:
        """Every option, defaults filled in."""
        return dict(row.rules.to_json())


class Sentence(Output):
    """One thing the rule set says. Figures are bets."""

    rule = serializers.CharField(help_text="Its number in the rule book.")
    text = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())


class Section(Output):
    """Sentences that belong together."""

    key = serializers.CharField()
    title = serializers.CharField()
    sentences = Sentence(many=True)


class Difference(Output):
    """An option that differs from the version before."""

    option = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # our key, beside the name of DRF's own
    before = serializers.CharField()
    after = serializers.CharField()


class Words(Output):
    """A version in plain words."""

    language = serializers.CharField()
    sections = Section(many=True)
    differences = Difference(many=True)


class Publish(Input):
    """A new rule set, or the next version of the one of this name."""

    name = serializers.CharField(max_length=120)
    rules = serializers.DictField(help_text="`phom-rules/1`; what is left out takes the default.")


class Default(Input):
    """What new tables open under."""

    ruleset_version_id = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
