-- A revision is the seal of its seats and transfers: inserted last, it sees the whole and refuses what does not add up.

CREATE TRIGGER guard_dealrevision_no_update BEFORE UPDATE ON scoring_dealrevision FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('revisions of deals are never changed');
CREATE TRIGGER guard_dealrevision_no_delete BEFORE DELETE ON scoring_dealrevision FOR EACH ROW EXECUTE FUNCTION scoring_guard_refuse('revisions of deals are never deleted');
CREATE TRIGGER guard_dealrevision_no_truncate BEFORE TRUNCATE ON scoring_dealrevision FOR EACH STATEMENT EXECUTE FUNCTION scoring_guard_refuse('revisions of deals are never truncated');

CREATE FUNCTION scoring_guard_dealrevision_seal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    deal_table_id bigint;
    deal_current_id uuid;
    pot_account_id bigint;
    deal_club_id bigint;
    last_n integer;
    seats_found integer;
    lines_found integer;
    last_seat integer;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.id::text, 0));
    SELECT deal.table_id, deal.current_id, pot.id, night.club_id
    INTO deal_table_id, deal_current_id, pot_account_id, deal_club_id
    FROM scoring_deal AS deal
    JOIN scoring_table AS "table" ON "table".id = deal.table_id
    JOIN scoring_night AS night ON night.id = "table".night_id
    LEFT JOIN scoring_account AS pot ON pot.table_id = deal.table_id
    WHERE deal.id = NEW.deal_id;
    SELECT MAX(n) INTO last_n FROM scoring_dealrevision WHERE deal_id = NEW.deal_id AND id <> NEW.id;
    IF deal_table_id IS NULL
        OR NEW.n <> 1 + COALESCE(last_n, 0)
        OR (NEW.n = 1) <> (NEW.kind = 'record')
        OR (CASE WHEN NEW.n = 1
            THEN deal_current_id <> NEW.id
            ELSE NOT EXISTS (SELECT 1 FROM scoring_dealrevision WHERE id = deal_current_id AND n = NEW.n - 1)
        END)
        OR EXISTS (SELECT 1 FROM scoring_deal WHERE current_id = NEW.id AND id <> NEW.deal_id)
    THEN
        RAISE EXCEPTION 'guard: revisions of a deal follow each other without gaps'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT COUNT(*), MAX(seat) INTO seats_found, last_seat FROM scoring_dealseat WHERE revision_id = NEW.id;
    SELECT COUNT(*) INTO lines_found FROM scoring_transfer WHERE revision_id = NEW.id;
    IF NEW.seat_count <> seats_found
        OR NEW.transfer_count <> lines_found
        OR (CASE WHEN NEW.kind = 'void' OR NEW.sheet LIKE '%"ending":"void"%'
            THEN seats_found <> 0 OR lines_found <> 0
            ELSE seats_found NOT BETWEEN 2 AND 4 OR seats_found <> 1 + last_seat
        END)
    THEN
        RAISE EXCEPTION 'guard: a revision has the seats and transfers it states'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM scoring_dealseat AS seat
        JOIN scoring_account AS account ON account.id = seat.account_id
        WHERE seat.revision_id = NEW.id
            AND (account.player_id IS DISTINCT FROM seat.player_id OR account.club_id <> deal_club_id)
    ) THEN
        RAISE EXCEPTION 'guard: a seat is a player of the club, by its own account'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM scoring_transfer AS line
        LEFT JOIN scoring_dealseat AS payer ON payer.revision_id = NEW.id AND payer.account_id = line.payer_id
        LEFT JOIN scoring_dealseat AS payee ON payee.revision_id = NEW.id AND payee.account_id = line.payee_id
        LEFT JOIN scoring_dealseat AS loser ON loser.revision_id = NEW.id AND loser.account_id = line.loser_account_id
        WHERE line.revision_id = NEW.id
            AND (
                line.bets IS NULL
                OR line.points <> line.bets * NEW.stake_points
                OR (payer.id IS NULL AND line.payer_id IS DISTINCT FROM pot_account_id)
                OR (payee.id IS NULL AND line.payee_id IS DISTINCT FROM pot_account_id)
                OR (loser.id IS NULL AND line.loser_account_id IS NOT NULL)
            )
    ) THEN
        RAISE EXCEPTION 'guard: a transfer runs between seats of the deal and the pot of its table, points = bets x stake'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM scoring_dealseat AS seat
        LEFT JOIN scoring_transfer AS line
            ON line.revision_id = NEW.id AND seat.account_id IN (line.payer_id, line.payee_id)
        WHERE seat.revision_id = NEW.id
        GROUP BY seat.id
        HAVING seat.net_bets
                <> COALESCE(SUM(CASE WHEN line.payee_id = seat.account_id THEN line.bets ELSE -line.bets END), 0)
            OR seat.net_points <> seat.net_bets * NEW.stake_points
    ) THEN
        RAISE EXCEPTION 'guard: the net of a seat is the sum of its lines'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER guard_dealrevision_seal AFTER INSERT ON scoring_dealrevision FOR EACH ROW EXECUTE FUNCTION scoring_guard_dealrevision_seal();
