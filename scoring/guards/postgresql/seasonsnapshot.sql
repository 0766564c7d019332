-- The table a season was closed with never changes; snapshots are numbered without gaps.

CREATE TRIGGER guard_seasonsnapshot_no_update BEFORE UPDATE ON scoring_seasonsnapshot FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('snapshots of seasons are never changed');
CREATE TRIGGER guard_seasonsnapshot_no_delete BEFORE DELETE ON scoring_seasonsnapshot FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('snapshots of seasons are never deleted');
CREATE TRIGGER guard_seasonsnapshot_no_truncate BEFORE TRUNCATE ON scoring_seasonsnapshot FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('snapshots of seasons are never truncated');

CREATE FUNCTION scoring_guard_seasonsnapshot_dense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_seasonsnapshot WHERE season_id = NEW.season_id), 0) THEN
        RAISE EXCEPTION 'guard: snapshots of seasons follow each other without gaps'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_seasonsnapshot_dense BEFORE INSERT ON scoring_seasonsnapshot FOR EACH ROW EXECUTE FUNCTION scoring_guard_seasonsnapshot_dense();
