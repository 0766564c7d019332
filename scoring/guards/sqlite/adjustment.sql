-- Adjustments: inserted after their transfer, which has to say the same.

CREATE TRIGGER guard_adjustment_no_update BEFORE UPDATE ON scoring_adjustment
BEGIN
    SELECT RAISE(ABORT, 'guard: adjustments are never changed');
END;

CREATE TRIGGER guard_adjustment_no_delete BEFORE DELETE ON scoring_adjustment
BEGIN
    SELECT RAISE(ABORT, 'guard: adjustments are never deleted');
END;

CREATE TRIGGER guard_adjustment_no_replace BEFORE INSERT ON scoring_adjustment
WHEN EXISTS (SELECT 1 FROM scoring_adjustment WHERE id = NEW.id OR rowid = NEW.rowid OR cancels_id = NEW.cancels_id)
BEGIN
    SELECT RAISE(ABORT, 'guard: adjustments are never replaced');
END;

CREATE TRIGGER guard_adjustment_seal AFTER INSERT ON scoring_adjustment
BEGIN
    SELECT RAISE(ABORT, 'guard: a night adjustment has one transfer that says the same, a season one has none')
    WHERE (SELECT COUNT(*) FROM scoring_transfer WHERE adjustment_id = NEW.id)
            <> (CASE NEW.scope WHEN 'night' THEN 1 ELSE 0 END)
        OR EXISTS (
            SELECT 1 FROM scoring_transfer
            WHERE adjustment_id = NEW.id
                AND (payer_id <> NEW.payer_id OR payee_id <> NEW.payee_id OR points <> NEW.points)
        );
    SELECT RAISE(ABORT, 'guard: an adjustment stays in its club')
    WHERE NEW.club_id <> (SELECT club_id FROM scoring_season WHERE id = NEW.season_id)
        OR EXISTS (SELECT 1 FROM scoring_night WHERE id = NEW.night_id AND (club_id <> NEW.club_id OR season_id <> NEW.season_id))
        OR EXISTS (SELECT 1 FROM scoring_account WHERE id IN (NEW.payer_id, NEW.payee_id) AND club_id <> NEW.club_id)
        OR EXISTS (SELECT 1 FROM scoring_player WHERE id = NEW.player_id AND club_id <> NEW.club_id);
    SELECT RAISE(ABORT, 'guard: a cancelling adjustment is the contrary of what it cancels')
    WHERE NEW.cancels_id IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM scoring_adjustment AS cancelled
            WHERE cancelled.id = NEW.cancels_id AND cancelled.scope = NEW.scope AND cancelled.cancels_id IS NULL
                AND CASE NEW.scope
                    WHEN 'night' THEN cancelled.payer_id = NEW.payee_id AND cancelled.payee_id = NEW.payer_id
                        AND cancelled.points = NEW.points AND cancelled.night_id = NEW.night_id
                    ELSE cancelled.player_id = NEW.player_id AND cancelled.points = -NEW.points AND cancelled.season_id = NEW.season_id
                END
        );
END;
