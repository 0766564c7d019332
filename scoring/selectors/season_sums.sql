-- A season's tallies added up by player, one row a player. `packed` holds, of every tally, its night,
-- its deals and the amounts the policy reads by night, all of them in one list with commas: a string
-- is read many times faster than rows are. The columns and the amounts are filled in.
SELECT tally.player_id, {join}({packed}, ',') AS packed, {sums}
FROM scoring_night AS night
JOIN scoring_table AS own ON own.night_id = night.id
JOIN scoring_tabletally AS tally ON tally.table_id = own.id
WHERE night.season_id = %s AND (tally.deals <> 0 OR tally.net_points <> 0)
GROUP BY tally.player_id
