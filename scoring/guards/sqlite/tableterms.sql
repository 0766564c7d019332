-- The terms of a table: a dense, append-only history.

CREATE TRIGGER guard_tableterms_no_update BEFORE UPDATE ON scoring_tableterms
BEGIN
    SELECT RAISE(ABORT, 'guard: terms of tables are never changed');
END;

CREATE TRIGGER guard_tableterms_no_delete BEFORE DELETE ON scoring_tableterms
BEGIN
    SELECT RAISE(ABORT, 'guard: terms of tables are never deleted');
END;

CREATE TRIGGER guard_tableterms_no_replace BEFORE INSERT ON scoring_tableterms
WHEN EXISTS (SELECT 1 FROM scoring_tableterms WHERE id = NEW.id OR rowid = NEW.rowid OR (table_id = NEW.table_id AND n = NEW.n) OR cancels_id = NEW.cancels_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: terms of tables are never replaced');
END;

CREATE TRIGGER guard_tableterms_dense BEFORE INSERT ON scoring_tableterms
WHEN NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_tableterms WHERE table_id = NEW.table_id), 0)
    OR NEW.from_number < COALESCE((SELECT MAX(from_number) FROM scoring_tableterms WHERE table_id = NEW.table_id), 1)
BEGIN
    SELECT RAISE(ABORT, 'guard: terms follow each other without gaps');
END;
