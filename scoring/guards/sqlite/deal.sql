-- A deal's row changes only its pointer, and only to its next revision; numbers are dense and never used twice.
-- A table with a UUID for its key has a rowid beside it, which a REPLACE may name.

CREATE TRIGGER guard_deal_pointer BEFORE UPDATE ON scoring_deal
WHEN NEW.id <> OLD.id OR NEW.rowid <> OLD.rowid OR NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number OR NEW.played_at <> OLD.played_at
    OR NOT EXISTS (
        SELECT 1 FROM scoring_dealrevision AS next
        JOIN scoring_dealrevision AS last ON last.id = OLD.current_id
        WHERE next.id = NEW.current_id AND next.deal_id = OLD.id AND next.n = last.n + 1
    )
BEGIN
    SELECT RAISE(ABORT, 'guard: a deal moves only to its next revision');
END;

CREATE TRIGGER guard_deal_no_delete BEFORE DELETE ON scoring_deal
BEGIN
    SELECT RAISE(ABORT, 'guard: deals are never deleted');
END;

CREATE TRIGGER guard_deal_no_replace BEFORE INSERT ON scoring_deal
WHEN EXISTS (SELECT 1 FROM scoring_deal WHERE id = NEW.id OR rowid = NEW.rowid OR current_id = NEW.current_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: deals are never replaced');
END;

CREATE TRIGGER guard_deal_dense BEFORE INSERT ON scoring_deal
WHEN NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM scoring_deal WHERE table_id = NEW.table_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'guard: deals of a table are numbered without gaps');
END;

CREATE TRIGGER guard_deal_before_revision BEFORE INSERT ON scoring_deal
WHEN EXISTS (SELECT 1 FROM scoring_dealrevision WHERE id = NEW.current_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: a deal stands before its first revision does');
END;
