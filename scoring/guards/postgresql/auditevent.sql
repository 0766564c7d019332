-- Who did what: only inserted.

CREATE TRIGGER guard_auditevent_no_update BEFORE UPDATE ON scoring_auditevent FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('audit events are never changed');
CREATE TRIGGER guard_auditevent_no_delete BEFORE DELETE ON scoring_auditevent FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('audit events are never deleted');
CREATE TRIGGER guard_auditevent_no_truncate BEFORE TRUNCATE ON scoring_auditevent FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('audit events are never truncated');
