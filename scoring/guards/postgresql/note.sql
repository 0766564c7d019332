-- Typed words may be blanked; nothing else happens to a note.

CREATE FUNCTION scoring_guard_note_only_blanked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> OLD.id OR NEW.club_id <> OLD.club_id OR NEW.text <> '' THEN
        RAISE EXCEPTION 'guard: a note is only blanked' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER guard_note_only_blanked BEFORE UPDATE ON scoring_note FOR EACH ROW EXECUTE FUNCTION scoring_guard_note_only_blanked();
CREATE TRIGGER guard_note_no_delete BEFORE DELETE ON scoring_note FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('notes are never deleted');
CREATE TRIGGER guard_note_no_truncate BEFORE TRUNCATE ON scoring_note FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('notes are never truncated');
