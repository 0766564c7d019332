-- Who hands what to whom: only its state moves, and confirmed, waived and cancelled are final.

CREATE TRIGGER guard_payment_no_delete BEFORE DELETE ON scoring_payment FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('payments are never deleted');
CREATE TRIGGER guard_payment_no_truncate BEFORE TRUNCATE ON scoring_payment FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('payments are never truncated');

CREATE FUNCTION scoring_guard_payment_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> OLD.id OR NEW.settlement_id <> OLD.settlement_id OR NEW.position <> OLD.position OR NEW.payer_id <> OLD.payer_id OR NEW.payee_id <> OLD.payee_id OR NEW.points <> OLD.points
        OR NEW.split_of_id IS DISTINCT FROM OLD.split_of_id OR NEW.contrary_of_id IS DISTINCT FROM OLD.contrary_of_id OR NEW.note_id IS DISTINCT FROM OLD.note_id
        OR NOT (
        (OLD.state = 'proposed' AND NEW.state IN ('paid', 'waived', 'cancelled'))
        OR (OLD.state = 'paid' AND NEW.state IN ('proposed', 'confirmed', 'waived', 'cancelled'))
    )
    THEN
        RAISE EXCEPTION 'guard: a payment only moves on' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_payment_steps BEFORE UPDATE ON scoring_payment FOR EACH ROW EXECUTE FUNCTION scoring_guard_payment_steps();

CREATE FUNCTION scoring_guard_payment_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> 'proposed'
    AND (NEW.contrary_of_id IS NULL OR NEW.state NOT IN ('confirmed', 'waived')) THEN
        RAISE EXCEPTION 'guard: a payment begins as proposed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_payment_born BEFORE INSERT ON scoring_payment FOR EACH ROW EXECUTE FUNCTION scoring_guard_payment_born();
