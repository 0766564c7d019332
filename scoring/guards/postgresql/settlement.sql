-- A plan is frozen: it is live until it is replaced or the night is opened again, and nothing else changes.

CREATE TRIGGER guard_settlement_no_delete BEFORE DELETE ON scoring_settlement FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('settlements are never deleted');
CREATE TRIGGER guard_settlement_no_truncate BEFORE TRUNCATE ON scoring_settlement FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('settlements are never truncated');

CREATE FUNCTION scoring_guard_settlement_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state <> 'live' OR NEW.state NOT IN ('replaced', 'reopened')
        OR NEW.id <> OLD.id OR NEW.night_id <> OLD.night_id OR NEW.club_id <> OLD.club_id OR NEW.n <> OLD.n OR NEW.mode <> OLD.mode OR NEW.sha256 <> OLD.sha256 OR NEW.proven <> OLD.proven OR NEW.lower_bound <> OLD.lower_bound OR NEW.author_kind <> OLD.author_kind
        OR NEW.balances <> OLD.balances OR NEW.groups <> OLD.groups OR NEW.made_at <> OLD.made_at
        OR NEW.author_login_id IS DISTINCT FROM OLD.author_login_id OR NEW.author_device IS DISTINCT FROM OLD.author_device
        OR NEW.host_id IS DISTINCT FROM OLD.host_id
    THEN
        RAISE EXCEPTION 'guard: a plan is frozen' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_settlement_frozen BEFORE UPDATE ON scoring_settlement FOR EACH ROW EXECUTE FUNCTION scoring_guard_settlement_frozen();

CREATE FUNCTION scoring_guard_settlement_dense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_settlement WHERE night_id = NEW.night_id), 0) THEN
        RAISE EXCEPTION 'guard: settlements of a night follow each other without gaps'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_settlement_dense BEFORE INSERT ON scoring_settlement FOR EACH ROW EXECUTE FUNCTION scoring_guard_settlement_dense();
