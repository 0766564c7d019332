-- A revision is the seal of its seats and transfers: inserted last, it sees the whole and refuses what does not add up.

CREATE TRIGGER guard_dealrevision_no_update BEFORE UPDATE ON scoring_dealrevision
BEGIN
    SELECT RAISE(ABORT, 'guard: revisions of deals are never changed');
END;

CREATE TRIGGER guard_dealrevision_no_delete BEFORE DELETE ON scoring_dealrevision
BEGIN
    SELECT RAISE(ABORT, 'guard: revisions of deals are never deleted');
END;

CREATE TRIGGER guard_dealrevision_no_replace BEFORE INSERT ON scoring_dealrevision
WHEN EXISTS (SELECT 1 FROM scoring_dealrevision WHERE id = NEW.id OR rowid = NEW.rowid OR (deal_id = NEW.deal_id AND n = NEW.n))
BEGIN
    SELECT RAISE(ABORT, 'guard: revisions of deals are never replaced');
END;

CREATE TRIGGER guard_dealrevision_seal AFTER INSERT ON scoring_dealrevision
BEGIN
    SELECT RAISE(ABORT, 'guard: revisions of a deal follow each other without gaps')
    WHERE NEW.n <> 1 + COALESCE((SELECT MAX(n) FROM scoring_dealrevision WHERE deal_id = NEW.deal_id AND id <> NEW.id), 0)
        OR (NEW.n = 1) <> (NEW.kind = 'record')
        OR NOT EXISTS (
            SELECT 1 FROM scoring_deal AS deal
            LEFT JOIN scoring_dealrevision AS last ON last.id = deal.current_id
            WHERE deal.id = NEW.deal_id
                AND CASE WHEN NEW.n = 1 THEN deal.current_id = NEW.id ELSE last.n = NEW.n - 1 END
        )
        OR EXISTS (SELECT 1 FROM scoring_deal WHERE current_id = NEW.id AND id <> NEW.deal_id);
    SELECT RAISE(ABORT, 'guard: a revision has the seats and transfers it states')
    WHERE NEW.seat_count <> (SELECT COUNT(*) FROM scoring_dealseat WHERE revision_id = NEW.id)
        OR NEW.transfer_count <> (SELECT COUNT(*) FROM scoring_transfer WHERE revision_id = NEW.id)
        OR CASE WHEN NEW.kind = 'void' OR NEW.sheet LIKE '%"ending":"void"%'
            THEN NEW.seat_count <> 0 OR NEW.transfer_count <> 0
            ELSE NEW.seat_count NOT BETWEEN 2 AND 4
                OR NEW.seat_count <> 1 + (SELECT MAX(seat) FROM scoring_dealseat WHERE revision_id = NEW.id)
        END;
    SELECT RAISE(ABORT, 'guard: a seat is a player of the club, by its own account')
    FROM scoring_dealseat AS seat
    JOIN scoring_account AS account ON account.id = seat.account_id
    JOIN scoring_deal AS deal ON deal.id = NEW.deal_id
    JOIN scoring_table AS "table" ON "table".id = deal.table_id
    JOIN scoring_night AS night ON night.id = "table".night_id
    WHERE seat.revision_id = NEW.id AND (account.player_id IS NOT seat.player_id OR account.club_id <> night.club_id);
    SELECT RAISE(ABORT, 'guard: a transfer runs between seats of the deal and the pot of its table, points = bets x stake')
    FROM scoring_transfer AS line
    WHERE line.revision_id = NEW.id
        AND (
            line.bets IS NULL
            OR line.points <> line.bets * NEW.stake_points
            OR (
                SELECT COUNT(*) FROM (
                    SELECT account_id FROM scoring_dealseat WHERE revision_id = NEW.id
                    UNION
                    SELECT account.id FROM scoring_account AS account
                    JOIN scoring_deal AS deal ON deal.id = NEW.deal_id AND account.table_id = deal.table_id
                ) AS known
                WHERE known.account_id IN (line.payer_id, line.payee_id)
            ) <> 2
            OR (
                line.loser_account_id IS NOT NULL
                AND NOT EXISTS (
                    SELECT 1 FROM scoring_dealseat
                    WHERE revision_id = NEW.id AND account_id = line.loser_account_id
                )
            )
        );
    SELECT RAISE(ABORT, 'guard: the net of a seat is the sum of its lines')
    FROM scoring_dealseat AS seat
    WHERE seat.revision_id = NEW.id
        AND (
            seat.net_bets <> COALESCE((
                SELECT SUM(CASE WHEN payee_id = seat.account_id THEN bets ELSE -bets END) FROM scoring_transfer
                WHERE revision_id = NEW.id AND seat.account_id IN (payer_id, payee_id)
            ), 0)
            OR seat.net_points <> seat.net_bets * NEW.stake_points
        );
END;
