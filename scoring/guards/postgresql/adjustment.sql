-- Adjustments: inserted after their transfer, which has to say the same.

CREATE TRIGGER guard_adjustment_no_update BEFORE UPDATE ON scoring_adjustment FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('adjustments are never changed');
CREATE TRIGGER guard_adjustment_no_delete BEFORE DELETE ON scoring_adjustment FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('adjustments are never deleted');
CREATE TRIGGER guard_adjustment_no_truncate BEFORE TRUNCATE ON scoring_adjustment FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('adjustments are never truncated');

CREATE FUNCTION scoring_guard_adjustment_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.id::text, 0));
    IF (SELECT COUNT(*) FROM scoring_transfer WHERE adjustment_id = NEW.id)
            <> (CASE NEW.scope WHEN 'night' THEN 1 ELSE 0 END)
        OR EXISTS (
            SELECT 1 FROM scoring_transfer
            WHERE adjustment_id = NEW.id
                AND (payer_id <> NEW.payer_id OR payee_id <> NEW.payee_id OR points <> NEW.points)
        )
    THEN
        RAISE EXCEPTION 'guard: a night adjustment has one transfer that says the same, a season one has none'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.club_id <> (SELECT club_id FROM scoring_season WHERE id = NEW.season_id)
        OR EXISTS (SELECT 1 FROM scoring_night WHERE id = NEW.night_id AND (club_id <> NEW.club_id OR season_id <> NEW.season_id))
        OR EXISTS (SELECT 1 FROM scoring_account WHERE id IN (NEW.payer_id, NEW.payee_id) AND club_id <> NEW.club_id)
        OR EXISTS (SELECT 1 FROM scoring_player WHERE id = NEW.player_id AND club_id <> NEW.club_id)
    THEN
        RAISE EXCEPTION 'guard: an adjustment stays in its club' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.cancels_id IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM scoring_adjustment AS cancelled
            WHERE cancelled.id = NEW.cancels_id AND cancelled.scope = NEW.scope AND cancelled.cancels_id IS NULL
                AND CASE NEW.scope
                    WHEN 'night' THEN cancelled.payer_id = NEW.payee_id AND cancelled.payee_id = NEW.payer_id
                        AND cancelled.points = NEW.points AND cancelled.night_id = NEW.night_id
                    ELSE cancelled.player_id = NEW.player_id AND cancelled.points = -NEW.points AND cancelled.season_id = NEW.season_id
                END
        )
    THEN
        RAISE EXCEPTION 'guard: a cancelling adjustment is the contrary of what it cancels'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER guard_adjustment_seal AFTER INSERT ON scoring_adjustment FOR EACH ROW EXECUTE FUNCTION scoring_guard_adjustment_seal();
