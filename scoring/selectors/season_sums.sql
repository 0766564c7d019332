-- What every player made of a season, night adjustments included, at the end of the merge pointers;
-- and the same night by night for the first of the table and for the viewer.
WITH line AS (
    SELECT
        player.root_id AS player_id, own.night_id, tally.deals, tally.net_points, tally.net_bets,
        tally.u_plain, tally.u_ten, tally.u_round, tally.u_zero, tally.u_dry,
        tally.moms, tally.compensations,
        tally.p2_1, tally.p2_2, tally.p3_1, tally.p3_2, tally.p3_3,
        tally.p4_1, tally.p4_2, tally.p4_3, tally.p4_4,
        tally.eats, tally.eaten, tally.last_eats, tally.last_eaten
    FROM scoring_night AS night
    JOIN scoring_table AS own ON own.night_id = night.id
    JOIN scoring_tabletally AS tally ON tally.table_id = own.id
    JOIN scoring_player AS player ON player.id = tally.player_id
    WHERE night.season_id = %s
    UNION ALL
    SELECT
        player.root_id, night.id, 0, side.sign * line.points, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    FROM scoring_night AS night
    JOIN scoring_adjustment AS adjustment ON adjustment.night_id = night.id
    JOIN scoring_transfer AS line ON line.adjustment_id = adjustment.id
    CROSS JOIN (SELECT 1 AS sign UNION ALL SELECT -1) AS side
    JOIN scoring_account AS account
        ON account.id = CASE WHEN side.sign = 1 THEN line.payee_id ELSE line.payer_id END
    JOIN scoring_player AS player ON player.id = account.player_id
    WHERE night.season_id = %s
)
SELECT player_id, NULL, COUNT(DISTINCT CASE WHEN deals > 0 THEN night_id END), {sums}
FROM line
GROUP BY player_id
UNION ALL
SELECT player_id, night_id, 1, {sums}
FROM line
WHERE player_id IN (
    SELECT player_id FROM scoring_standingrow
    WHERE season_id = %s AND rank IS NOT NULL AND position < %s
    UNION
    SELECT root_id FROM scoring_player WHERE login_id = %s
)
GROUP BY player_id, night_id
