-- A table's tallies from the seats in force and the closing of its pot, in one statement; for a
-- season's tables, emptied before, the comparison with one table is exchanged and nothing conflicts.
-- Rows of players who no longer have a deal there fall to 0. Only seats have a number of seats.
-- The constants have the types of a seat's columns: PostgreSQL adds parts of unlike types up one row
-- after another, and parts of like types in several processes at once.
INSERT INTO scoring_tabletally (
    table_id, player_id, deals, net_bets, net_points,
    p2_1, p2_2, p3_1, p3_2, p3_3, p4_1, p4_2, p4_3, p4_4,
    u_plain, u_ten, u_round, u_zero, u_dry,
    moms, compensations, eats, eaten, last_eats, last_eaten
)
SELECT
    table_id, player_id, COUNT(seats), SUM(net_bets), SUM(net_points),
    COUNT(*) FILTER (WHERE seats = 2 AND place = 1),
    COUNT(*) FILTER (WHERE seats = 2 AND place = 2),
    COUNT(*) FILTER (WHERE seats = 3 AND place = 1),
    COUNT(*) FILTER (WHERE seats = 3 AND place = 2),
    COUNT(*) FILTER (WHERE seats = 3 AND place = 3),
    COUNT(*) FILTER (WHERE seats = 4 AND place = 1),
    COUNT(*) FILTER (WHERE seats = 4 AND place = 2),
    COUNT(*) FILTER (WHERE seats = 4 AND place = 3),
    COUNT(*) FILTER (WHERE seats = 4 AND place = 4),
    COUNT(*) FILTER (WHERE u_kind = 'plain'),
    COUNT(*) FILTER (WHERE u_kind = 'ten'),
    COUNT(*) FILTER (WHERE u_kind = 'round'),
    COUNT(*) FILTER (WHERE u_kind = 'zero'),
    COUNT(*) FILTER (WHERE u_kind = 'dry'),
    COUNT(*) FILTER (WHERE is_mom), COUNT(*) FILTER (WHERE is_compensator),
    SUM(eats), SUM(eaten), SUM(last_eats), SUM(last_eaten)
FROM (
    SELECT
        deal.table_id, seat.player_id, seat.net_bets, seat.net_points,
        revision.seat_count AS seats, seat.place, seat.u_kind,
        seat.is_mom AND seat.ending = 'normal' AS is_mom, seat.is_compensator,
        seat.eats, seat.eaten, seat.last_eats, seat.last_eaten
    FROM scoring_deal AS deal
    JOIN scoring_dealrevision AS revision ON revision.id = deal.current_id
    JOIN scoring_dealseat AS seat ON seat.revision_id = deal.current_id
    WHERE deal.table_id = %s
    UNION ALL
    SELECT
        move.table_id, account.player_id, CAST(0 AS bigint), line.points, NULL, NULL, '', FALSE, FALSE,
        CAST(0 AS smallint), CAST(0 AS smallint), CAST(0 AS smallint), CAST(0 AS smallint)
    FROM scoring_potmove AS move
    JOIN scoring_transfer AS line ON line.pot_move_id = move.id
    JOIN scoring_account AS account ON account.id = line.payee_id AND account.kind = 'player'
    WHERE move.table_id = %s
    UNION ALL
    SELECT
        move.table_id, account.player_id, CAST(0 AS bigint), -line.points, NULL, NULL, '', FALSE, FALSE,
        CAST(0 AS smallint), CAST(0 AS smallint), CAST(0 AS smallint), CAST(0 AS smallint)
    FROM scoring_potmove AS move
    JOIN scoring_transfer AS line ON line.pot_move_id = move.id
    JOIN scoring_account AS account ON account.id = line.payer_id AND account.kind = 'player'
    WHERE move.table_id = %s
    UNION ALL
    SELECT
        table_id, player_id, CAST(0 AS bigint), CAST(0 AS bigint), NULL, NULL, '', FALSE, FALSE,
        CAST(0 AS smallint), CAST(0 AS smallint), CAST(0 AS smallint), CAST(0 AS smallint)
    FROM scoring_tabletally
    WHERE table_id = %s
) AS line
WHERE TRUE
GROUP BY table_id, player_id
ON CONFLICT (table_id, player_id) DO UPDATE SET
    deals = excluded.deals, net_bets = excluded.net_bets, net_points = excluded.net_points,
    p2_1 = excluded.p2_1, p2_2 = excluded.p2_2,
    p3_1 = excluded.p3_1, p3_2 = excluded.p3_2, p3_3 = excluded.p3_3,
    p4_1 = excluded.p4_1, p4_2 = excluded.p4_2, p4_3 = excluded.p4_3, p4_4 = excluded.p4_4,
    u_plain = excluded.u_plain, u_ten = excluded.u_ten, u_round = excluded.u_round,
    u_zero = excluded.u_zero, u_dry = excluded.u_dry,
    moms = excluded.moms, compensations = excluded.compensations,
    eats = excluded.eats, eaten = excluded.eaten,
    last_eats = excluded.last_eats, last_eaten = excluded.last_eaten
