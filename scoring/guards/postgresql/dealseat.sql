-- What a seat made of a revision: only inserted, and only before its revision seals it.

CREATE TRIGGER guard_dealseat_no_update BEFORE UPDATE ON scoring_dealseat FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('seats of deals are never changed');
CREATE TRIGGER guard_dealseat_no_delete BEFORE DELETE ON scoring_dealseat FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('seats of deals are never deleted');
CREATE TRIGGER guard_dealseat_no_truncate BEFORE TRUNCATE ON scoring_dealseat FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('seats of deals are never truncated');

CREATE FUNCTION scoring_guard_dealseat_before_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The shared lock meets the exclusive one of the seal: who comes second sees the first one's rows.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(revision_id::text, 0))
    FROM (SELECT DISTINCT revision_id FROM added) AS sources;
    IF EXISTS (SELECT 1 FROM added JOIN scoring_dealrevision AS revision ON revision.id = added.revision_id) THEN
        RAISE EXCEPTION 'guard: this revision is sealed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER guard_dealseat_before_seal AFTER INSERT ON scoring_dealseat REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_dealseat_before_seal();
