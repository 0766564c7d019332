-- What enters and leaves a pot outside its deals: inserted after its transfers, which it seals.

CREATE TRIGGER guard_potmove_no_update BEFORE UPDATE ON scoring_potmove FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('pot moves are never changed');
CREATE TRIGGER guard_potmove_no_delete BEFORE DELETE ON scoring_potmove FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('pot moves are never deleted');
CREATE TRIGGER guard_potmove_no_truncate BEFORE TRUNCATE ON scoring_potmove FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('pot moves are never truncated');

CREATE FUNCTION scoring_guard_potmove_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.id::text, 0));
    IF NEW.transfer_count = 0
        OR NEW.transfer_count <> (SELECT COUNT(*) FROM scoring_transfer WHERE pot_move_id = NEW.id)
        OR EXISTS (
            SELECT 1 FROM scoring_transfer AS line
            WHERE line.pot_move_id = NEW.id
                AND NOT EXISTS (
                    SELECT 1 FROM scoring_account
                    WHERE table_id = NEW.table_id AND id IN (line.payer_id, line.payee_id)
                )
        )
    THEN
        RAISE EXCEPTION 'guard: a pot move has the transfers it states, each with the pot at one end'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER guard_potmove_seal AFTER INSERT ON scoring_potmove FOR EACH ROW EXECUTE FUNCTION scoring_guard_potmove_seal();
