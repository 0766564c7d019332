-- The table a season was closed with never changes; snapshots are numbered without gaps.

CREATE TRIGGER guard_seasonsnapshot_no_update BEFORE UPDATE ON scoring_seasonsnapshot
BEGIN
    SELECT RAISE(ABORT, 'guard: snapshots of seasons are never changed');
END;

CREATE TRIGGER guard_seasonsnapshot_no_delete BEFORE DELETE ON scoring_seasonsnapshot
BEGIN
    SELECT RAISE(ABORT, 'guard: snapshots of seasons are never deleted');
END;

CREATE TRIGGER guard_seasonsnapshot_no_replace BEFORE INSERT ON scoring_seasonsnapshot
WHEN EXISTS (SELECT 1 FROM scoring_seasonsnapshot WHERE id = NEW.id OR rowid = NEW.rowid OR (season_id = NEW.season_id AND n = NEW.n))
BEGIN
    SELECT RAISE(ABORT, 'guard: snapshots of seasons are never replaced');
END;

CREATE TRIGGER guard_seasonsnapshot_dense BEFORE INSERT ON scoring_seasonsnapshot
WHEN NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_seasonsnapshot WHERE season_id = NEW.season_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'guard: snapshots of seasons follow each other without gaps');
END;
