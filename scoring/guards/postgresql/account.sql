-- Accounts: what the ledger points to never changes hands.

CREATE TRIGGER guard_account_no_update BEFORE UPDATE ON scoring_account FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('accounts are never changed');
CREATE TRIGGER guard_account_no_delete BEFORE DELETE ON scoring_account FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('accounts are never deleted');
CREATE TRIGGER guard_account_no_truncate BEFORE TRUNCATE ON scoring_account FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('accounts are never truncated');
