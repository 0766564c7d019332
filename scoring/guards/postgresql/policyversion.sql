-- A published version of a policy never changes; versions are numbered without gaps.

CREATE TRIGGER guard_policyversion_no_update BEFORE UPDATE ON scoring_policyversion FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('policy versions are never changed');
CREATE TRIGGER guard_policyversion_no_delete BEFORE DELETE ON scoring_policyversion FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('policy versions are never deleted');
CREATE TRIGGER guard_policyversion_no_truncate BEFORE TRUNCATE ON scoring_policyversion FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('policy versions are never truncated');

CREATE FUNCTION scoring_guard_policyversion_dense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_policyversion WHERE policy_id = NEW.policy_id), 0) THEN
        RAISE EXCEPTION 'guard: policy versions follow each other without gaps'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_policyversion_dense BEFORE INSERT ON scoring_policyversion FOR EACH ROW EXECUTE FUNCTION scoring_guard_policyversion_dense();
