-- A published version of a policy never changes; versions are numbered without gaps.

CREATE TRIGGER guard_policyversion_no_update BEFORE UPDATE ON scoring_policyversion
BEGIN
    SELECT RAISE(ABORT, 'guard: policy versions are never changed');
END;

CREATE TRIGGER guard_policyversion_no_delete BEFORE DELETE ON scoring_policyversion
BEGIN
    SELECT RAISE(ABORT, 'guard: policy versions are never deleted');
END;

CREATE TRIGGER guard_policyversion_no_replace BEFORE INSERT ON scoring_policyversion
WHEN EXISTS (SELECT 1 FROM scoring_policyversion WHERE id = NEW.id OR rowid = NEW.rowid OR (policy_id = NEW.policy_id AND n = NEW.n))
BEGIN
    SELECT RAISE(ABORT, 'guard: policy versions are never replaced');
END;

CREATE TRIGGER guard_policyversion_dense BEFORE INSERT ON scoring_policyversion
WHEN NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_policyversion WHERE policy_id = NEW.policy_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'guard: policy versions follow each other without gaps');
END;
