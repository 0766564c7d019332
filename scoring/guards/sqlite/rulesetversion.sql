-- A published version of a rule set never changes; versions are numbered without gaps.

CREATE TRIGGER guard_rulesetversion_no_update BEFORE UPDATE ON scoring_rulesetversion
BEGIN
    SELECT RAISE(ABORT, 'guard: rule-set versions are never changed');
END;

CREATE TRIGGER guard_rulesetversion_no_delete BEFORE DELETE ON scoring_rulesetversion
BEGIN
    SELECT RAISE(ABORT, 'guard: rule-set versions are never deleted');
END;

CREATE TRIGGER guard_rulesetversion_no_replace BEFORE INSERT ON scoring_rulesetversion
WHEN EXISTS (SELECT 1 FROM scoring_rulesetversion WHERE id = NEW.id OR (ruleset_id = NEW.ruleset_id AND n = NEW.n))
BEGIN
    SELECT RAISE(ABORT, 'guard: rule-set versions are never replaced');
END;

CREATE TRIGGER guard_rulesetversion_dense BEFORE INSERT ON scoring_rulesetversion
WHEN NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_rulesetversion WHERE ruleset_id = NEW.ruleset_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'guard: rule-set versions follow each other without gaps');
END;
