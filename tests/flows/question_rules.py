"""Rules of the state machine for open questions: disputes and possible duplicates."""

from dataclasses import replace
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.services.questions import drop_one, keep_both, raise_dispute, settle_dispute
from tests.flows.club_rules import ClubRules


class QuestionRules(ClubRules):
    """Somebody asks, a manager decides; while anything is open no night is locked."""

    @precondition(lambda self: self.model.has_deals)
    @rule(data=st.data())
    def dispute(self, data: st.DataObject) -> None:
        table, position = self.draw_deal(data)
        at = self.model.tables[table]
        deal_id = at.deals[position].deal_id
        dispute = self.attempt(
            lambda: raise_dispute(actor=self.actors[0], deal_id=deal_id, note="sai điểm"),
            "night_locked" if self.model.state_at(at) == "locked" else "",
        )
        if dispute is not None:
            self.model.disputes[dispute.pk] = deal_id

    @precondition(lambda self: self.model.disputes)
    @rule(data=st.data())
    def settle_a_dispute(self, data: st.DataObject) -> None:
        dispute_id = data.draw(st.sampled_from(sorted(self.model.disputes)))
        del self.model.disputes[dispute_id]

        def call() -> None:
            settle_dispute(actor=self.actors[0], dispute_id=dispute_id, note="đã xem")

        self.did(call, "")
        self.attempt(call, "dispute_settled")

    @precondition(lambda self: self.model.pairs)
    @rule(data=st.data())
    def keep_both(self, data: st.DataObject) -> None:
        pair = data.draw(st.sampled_from(self.model.pairs))
        table, _ = self.model.place_of(pair[0])
        self.model.pairs.remove(pair)

        def call() -> None:
            keep_both(actor=self.actors[0], deal_id=pair[0], note="hai ván")

        assert self.model.state_at(self.model.tables[table]) != "locked"
        self.did(call, "")
        self.attempt(call, "duplicate_resolved")

    @precondition(lambda self: self.model.pairs)
    @rule(data=st.data(), which=st.integers(0, 1))
    def drop_one_of_two(self, data: st.DataObject, which: int) -> None:
        """An ordinary void, with all that goes with it."""
        pair = data.draw(st.sampled_from(self.model.pairs))
        dropped: UUID = pair[which]
        table, position = self.model.place_of(dropped)
        at = self.model.tables[table]
        deal = at.deals[position]
        voided = replace(deal, is_void=True, n=deal.n + 1, kind="void")
        deals = [*at.deals[:position], voided, *at.deals[position + 1 :]]

        def call() -> None:
            drop_one(actor=self.actors[0], deal_id=pair[0], dropped_id=dropped, note="trùng")

        if self.did(call, "" if deal.is_void else self.model.why_not(at, deals)):
            self.model.pairs = [one for one in self.model.pairs if dropped not in one]
            if not deal.is_void:
                self.model.change(at, position, voided)
                self.plan_anew(at.night)
