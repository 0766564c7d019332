-- Who hands what to whom: only its state moves, and confirmed, waived and cancelled are final.

CREATE TRIGGER guard_payment_no_delete BEFORE DELETE ON scoring_payment
BEGIN
    SELECT RAISE(ABORT, 'guard: payments are never deleted');
END;

CREATE TRIGGER guard_payment_no_replace BEFORE INSERT ON scoring_payment
WHEN EXISTS (SELECT 1 FROM scoring_payment WHERE id = NEW.id OR rowid = NEW.rowid OR contrary_of_id = NEW.contrary_of_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: payments are never replaced');
END;

CREATE TRIGGER guard_payment_steps BEFORE UPDATE ON scoring_payment
WHEN NEW.id <> OLD.id OR NEW.settlement_id <> OLD.settlement_id OR NEW.position <> OLD.position OR NEW.payer_id <> OLD.payer_id OR NEW.payee_id <> OLD.payee_id OR NEW.points <> OLD.points
    OR NEW.split_of_id IS NOT OLD.split_of_id OR NEW.contrary_of_id IS NOT OLD.contrary_of_id OR NEW.note_id IS NOT OLD.note_id
    OR NOT (
        (OLD.state = 'proposed' AND NEW.state IN ('paid', 'waived', 'cancelled'))
        OR (OLD.state = 'paid' AND NEW.state IN ('proposed', 'confirmed', 'waived', 'cancelled'))
    )
BEGIN
    SELECT RAISE(ABORT, 'guard: a payment only moves on');
END;

CREATE TRIGGER guard_payment_born BEFORE INSERT ON scoring_payment
WHEN NEW.state <> 'proposed'
    AND (NEW.contrary_of_id IS NULL OR NEW.state NOT IN ('confirmed', 'waived'))
BEGIN
    SELECT RAISE(ABORT, 'guard: a payment begins as proposed');
END;
