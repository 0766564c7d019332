-- What enters and leaves a pot outside its deals: inserted after its transfers, which it seals.

CREATE TRIGGER guard_potmove_no_update BEFORE UPDATE ON scoring_potmove
BEGIN
    SELECT RAISE(ABORT, 'guard: pot moves are never changed');
END;

CREATE TRIGGER guard_potmove_no_delete BEFORE DELETE ON scoring_potmove
BEGIN
    SELECT RAISE(ABORT, 'guard: pot moves are never deleted');
END;

CREATE TRIGGER guard_potmove_no_replace BEFORE INSERT ON scoring_potmove
WHEN EXISTS (SELECT 1 FROM scoring_potmove WHERE id = NEW.id OR rowid = NEW.rowid)
BEGIN
    SELECT RAISE(ABORT, 'guard: pot moves are never replaced');
END;

CREATE TRIGGER guard_potmove_seal AFTER INSERT ON scoring_potmove
BEGIN
    SELECT RAISE(ABORT, 'guard: a pot move has the transfers it states, each with the pot at one end')
    WHERE NEW.transfer_count = 0
        OR NEW.transfer_count <> (SELECT COUNT(*) FROM scoring_transfer WHERE pot_move_id = NEW.id)
        OR EXISTS (
            SELECT 1 FROM scoring_transfer AS line
            WHERE line.pot_move_id = NEW.id
                AND NOT EXISTS (
                    SELECT 1 FROM scoring_account
                    WHERE table_id = NEW.table_id AND id IN (line.payer_id, line.payee_id)
                )
        );
END;
