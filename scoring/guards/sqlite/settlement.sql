-- A plan is frozen: it is live until it is replaced or the night is opened again, and nothing else changes.

CREATE TRIGGER guard_settlement_no_delete BEFORE DELETE ON scoring_settlement
BEGIN
    SELECT RAISE(ABORT, 'guard: settlements are never deleted');
END;

CREATE TRIGGER guard_settlement_no_replace BEFORE INSERT ON scoring_settlement
WHEN EXISTS (SELECT 1 FROM scoring_settlement WHERE id = NEW.id OR rowid = NEW.rowid OR (night_id = NEW.night_id AND (n = NEW.n OR (state = 'live' AND NEW.state = 'live'))))
BEGIN
    SELECT RAISE(ABORT, 'guard: settlements are never replaced');
END;

CREATE TRIGGER guard_settlement_frozen BEFORE UPDATE ON scoring_settlement
WHEN OLD.state <> 'live' OR NEW.state NOT IN ('replaced', 'reopened')
    OR NEW.id <> OLD.id OR NEW.night_id <> OLD.night_id OR NEW.club_id <> OLD.club_id OR NEW.n <> OLD.n OR NEW.mode <> OLD.mode OR NEW.sha256 <> OLD.sha256 OR NEW.proven <> OLD.proven OR NEW.lower_bound <> OLD.lower_bound OR NEW.author_kind <> OLD.author_kind
    OR NEW.balances <> OLD.balances OR NEW.groups <> OLD.groups OR NEW.made_at <> OLD.made_at
    OR NEW.author_login_id IS NOT OLD.author_login_id OR NEW.author_device IS NOT OLD.author_device
    OR NEW.host_id IS NOT OLD.host_id
BEGIN
    SELECT RAISE(ABORT, 'guard: a plan is frozen');
END;

CREATE TRIGGER guard_settlement_dense BEFORE INSERT ON scoring_settlement
WHEN NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_settlement WHERE night_id = NEW.night_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'guard: settlements of a night follow each other without gaps');
END;
