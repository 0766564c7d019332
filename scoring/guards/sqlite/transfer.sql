-- The ledger: lines are only inserted, and only before the revision or adjustment that owns them.

CREATE TRIGGER guard_transfer_no_update BEFORE UPDATE ON scoring_transfer
BEGIN
    SELECT RAISE(ABORT, 'guard: transfers are never changed');
END;

CREATE TRIGGER guard_transfer_no_delete BEFORE DELETE ON scoring_transfer
BEGIN
    SELECT RAISE(ABORT, 'guard: transfers are never deleted');
END;

CREATE TRIGGER guard_transfer_no_replace BEFORE INSERT ON scoring_transfer
WHEN EXISTS (SELECT 1 FROM scoring_transfer WHERE id = NEW.id OR adjustment_id = NEW.adjustment_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: transfers are never replaced');
END;

CREATE TRIGGER guard_transfer_before_seal BEFORE INSERT ON scoring_transfer
WHEN EXISTS (SELECT 1 FROM scoring_dealrevision WHERE id = NEW.revision_id)
    OR EXISTS (SELECT 1 FROM scoring_adjustment WHERE id = NEW.adjustment_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: the source of this transfer is sealed');
END;
