-- The ledger: lines are only inserted, and only before the source that owns them seals them.
-- A payment's line comes after the payment became final, and says its contrary.

CREATE TRIGGER guard_transfer_no_update BEFORE UPDATE ON scoring_transfer
BEGIN
    SELECT RAISE(ABORT, 'guard: transfers are never changed');
END;

CREATE TRIGGER guard_transfer_no_delete BEFORE DELETE ON scoring_transfer
BEGIN
    SELECT RAISE(ABORT, 'guard: transfers are never deleted');
END;

CREATE TRIGGER guard_transfer_no_replace BEFORE INSERT ON scoring_transfer
WHEN EXISTS (SELECT 1 FROM scoring_transfer WHERE id = NEW.id OR adjustment_id = NEW.adjustment_id OR payment_id = NEW.payment_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: transfers are never replaced');
END;

CREATE TRIGGER guard_transfer_before_seal BEFORE INSERT ON scoring_transfer
WHEN EXISTS (SELECT 1 FROM scoring_dealrevision WHERE id = NEW.revision_id)
    OR EXISTS (SELECT 1 FROM scoring_adjustment WHERE id = NEW.adjustment_id)
    OR EXISTS (SELECT 1 FROM scoring_potmove WHERE id = NEW.pot_move_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: the source of this transfer is sealed');
END;

CREATE TRIGGER guard_transfer_of_payment BEFORE INSERT ON scoring_transfer
WHEN NEW.payment_id IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM scoring_payment AS payment
        WHERE payment.id = NEW.payment_id AND payment.state IN ('confirmed', 'waived')
            AND payment.payer_id = NEW.payee_id AND payment.payee_id = NEW.payer_id AND payment.points = NEW.points
    )
BEGIN
    SELECT RAISE(ABORT, 'guard: a payment posts its contrary, once it is final');
END;
