-- Who did what: only inserted.

CREATE TRIGGER guard_auditevent_no_update BEFORE UPDATE ON scoring_auditevent
BEGIN
    SELECT RAISE(ABORT, 'guard: audit events are never changed');
END;

CREATE TRIGGER guard_auditevent_no_delete BEFORE DELETE ON scoring_auditevent
BEGIN
    SELECT RAISE(ABORT, 'guard: audit events are never deleted');
END;

CREATE TRIGGER guard_auditevent_no_replace BEFORE INSERT ON scoring_auditevent
WHEN EXISTS (SELECT 1 FROM scoring_auditevent WHERE id = NEW.id OR (club_id = NEW.club_id AND idempotency_key = NEW.idempotency_key))
BEGIN
    SELECT RAISE(ABORT, 'guard: audit events are never replaced');
END;
