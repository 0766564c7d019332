-- The ledger: lines are only inserted, and only before the source that owns them seals them.
-- A payment's line comes after the payment became final, and says its contrary.

CREATE TRIGGER guard_transfer_no_update BEFORE UPDATE ON scoring_transfer FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('transfers are never changed');
CREATE TRIGGER guard_transfer_no_delete BEFORE DELETE ON scoring_transfer FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('transfers are never deleted');
CREATE TRIGGER guard_transfer_no_truncate BEFORE TRUNCATE ON scoring_transfer FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('transfers are never truncated');

CREATE FUNCTION scoring_guard_transfer_before_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The shared lock meets the exclusive one of the seal: who comes second sees the first one's rows.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(source_id::text, 0))
    FROM (SELECT DISTINCT COALESCE(revision_id, adjustment_id, pot_move_id) AS source_id FROM added) AS sources
    WHERE source_id IS NOT NULL;
    IF EXISTS (SELECT 1 FROM added JOIN scoring_dealrevision AS revision ON revision.id = added.revision_id)
        OR EXISTS (SELECT 1 FROM added JOIN scoring_adjustment AS adjustment ON adjustment.id = added.adjustment_id)
        OR EXISTS (SELECT 1 FROM added JOIN scoring_potmove AS move ON move.id = added.pot_move_id)
    THEN
        RAISE EXCEPTION 'guard: the source of this transfer is sealed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER guard_transfer_before_seal AFTER INSERT ON scoring_transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_transfer_before_seal();

CREATE FUNCTION scoring_guard_transfer_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM added
        LEFT JOIN scoring_payment AS payment
            ON payment.id = added.payment_id AND payment.state IN ('confirmed', 'waived')
            AND payment.payer_id = added.payee_id AND payment.payee_id = added.payer_id AND payment.points = added.points
        WHERE added.payment_id IS NOT NULL AND payment.id IS NULL
    ) THEN
        RAISE EXCEPTION 'guard: a payment posts its contrary, once it is final'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER guard_transfer_of_payment AFTER INSERT ON scoring_transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_transfer_of_payment();
