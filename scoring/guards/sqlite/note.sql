-- Typed words may be blanked; nothing else happens to a note.

CREATE TRIGGER guard_note_only_blanked BEFORE UPDATE ON scoring_note
WHEN NEW.id <> OLD.id OR NEW.club_id <> OLD.club_id OR NEW.text <> ''
BEGIN
    SELECT RAISE(ABORT, 'guard: a note is only blanked');
END;

CREATE TRIGGER guard_note_no_delete BEFORE DELETE ON scoring_note
BEGIN
    SELECT RAISE(ABORT, 'guard: notes are never deleted');
END;

CREATE TRIGGER guard_note_no_replace BEFORE INSERT ON scoring_note
WHEN EXISTS (SELECT 1 FROM scoring_note WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'guard: notes are never replaced');
END;
