-- A published version of a rule set never changes; versions are numbered without gaps.

CREATE TRIGGER guard_rulesetversion_no_update BEFORE UPDATE ON scoring_rulesetversion FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('rule-set versions are never changed');
CREATE TRIGGER guard_rulesetversion_no_delete BEFORE DELETE ON scoring_rulesetversion FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('rule-set versions are never deleted');
CREATE TRIGGER guard_rulesetversion_no_truncate BEFORE TRUNCATE ON scoring_rulesetversion FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('rule-set versions are never truncated');

CREATE FUNCTION scoring_guard_rulesetversion_dense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_rulesetversion WHERE ruleset_id = NEW.ruleset_id), 0) THEN
        RAISE EXCEPTION 'guard: rule-set versions follow each other without gaps'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_rulesetversion_dense BEFORE INSERT ON scoring_rulesetversion FOR EACH ROW EXECUTE FUNCTION scoring_guard_rulesetversion_dense();
