-- What a seat made of a revision: only inserted, and only before its revision seals it.

CREATE TRIGGER guard_dealseat_no_update BEFORE UPDATE ON scoring_dealseat
BEGIN
    SELECT RAISE(ABORT, 'guard: seats of deals are never changed');
END;

CREATE TRIGGER guard_dealseat_no_delete BEFORE DELETE ON scoring_dealseat
BEGIN
    SELECT RAISE(ABORT, 'guard: seats of deals are never deleted');
END;

CREATE TRIGGER guard_dealseat_no_replace BEFORE INSERT ON scoring_dealseat
WHEN EXISTS (SELECT 1 FROM scoring_dealseat WHERE id = NEW.id OR (revision_id = NEW.revision_id AND (seat = NEW.seat OR account_id = NEW.account_id)))
BEGIN
    SELECT RAISE(ABORT, 'guard: seats of deals are never replaced');
END;

CREATE TRIGGER guard_dealseat_before_seal BEFORE INSERT ON scoring_dealseat
WHEN EXISTS (SELECT 1 FROM scoring_dealrevision WHERE id = NEW.revision_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: this revision is sealed');
END;
