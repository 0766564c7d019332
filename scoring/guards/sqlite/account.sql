-- Accounts: what the ledger points to never changes hands.

CREATE TRIGGER guard_account_no_update BEFORE UPDATE ON scoring_account
BEGIN
    SELECT RAISE(ABORT, 'guard: accounts are never changed');
END;

CREATE TRIGGER guard_account_no_delete BEFORE DELETE ON scoring_account
BEGIN
    SELECT RAISE(ABORT, 'guard: accounts are never deleted');
END;

CREATE TRIGGER guard_account_no_replace BEFORE INSERT ON scoring_account
WHEN EXISTS (SELECT 1 FROM scoring_account WHERE id = NEW.id OR player_id = NEW.player_id OR table_id = NEW.table_id OR (club_id = NEW.club_id AND kind = NEW.kind AND NEW.kind IN ('fund', 'carried_pot')))
BEGIN
    SELECT RAISE(ABORT, 'guard: accounts are never replaced');
END;
