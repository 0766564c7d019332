-- A deal's row changes only its pointer, and only to its next revision; numbers are dense and never used twice.

CREATE FUNCTION scoring_guard_deal_pointer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> OLD.id OR NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number OR NEW.played_at <> OLD.played_at
        OR NOT EXISTS (
            SELECT 1 FROM scoring_dealrevision AS next
            JOIN scoring_dealrevision AS last ON last.id = OLD.current_id
            WHERE next.id = NEW.current_id AND next.deal_id = OLD.id AND next.n = last.n + 1
        )
    THEN
        RAISE EXCEPTION 'guard: a deal moves only to its next revision' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_deal_pointer BEFORE UPDATE ON scoring_deal FOR EACH ROW EXECUTE FUNCTION scoring_guard_deal_pointer();

CREATE FUNCTION scoring_guard_deal_dense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM scoring_deal WHERE table_id = NEW.table_id), 0) THEN
        RAISE EXCEPTION 'guard: deals of a table are numbered without gaps'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_deal_dense BEFORE INSERT ON scoring_deal FOR EACH ROW EXECUTE FUNCTION scoring_guard_deal_dense();

CREATE FUNCTION scoring_guard_deal_before_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM scoring_dealrevision WHERE id = NEW.current_id) THEN
        RAISE EXCEPTION 'guard: a deal stands before its first revision does'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_deal_before_revision BEFORE INSERT ON scoring_deal FOR EACH ROW EXECUTE FUNCTION scoring_guard_deal_before_revision();

CREATE TRIGGER guard_deal_no_delete BEFORE DELETE ON scoring_deal FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('deals are never deleted');
CREATE TRIGGER guard_deal_no_truncate BEFORE TRUNCATE ON scoring_deal FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('deals are never truncated');
