-- The terms of a table: a dense, append-only history.

CREATE TRIGGER guard_tableterms_no_update BEFORE UPDATE ON scoring_tableterms FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('terms of tables are never changed');
CREATE TRIGGER guard_tableterms_no_delete BEFORE DELETE ON scoring_tableterms FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('terms of tables are never deleted');
CREATE TRIGGER guard_tableterms_no_truncate BEFORE TRUNCATE ON scoring_tableterms FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('terms of tables are never truncated');

CREATE FUNCTION scoring_guard_tableterms_dense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_tableterms WHERE table_id = NEW.table_id), 0)
        OR NEW.from_number < COALESCE((SELECT MAX(from_number) FROM scoring_tableterms WHERE table_id = NEW.table_id), 1)
    THEN
        RAISE EXCEPTION 'guard: terms follow each other without gaps' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_tableterms_dense BEFORE INSERT ON scoring_tableterms FOR EACH ROW EXECUTE FUNCTION scoring_guard_tableterms_dense();
