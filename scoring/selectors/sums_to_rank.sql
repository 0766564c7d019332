-- A season's tallies added up by player, one row a player; only the columns the policy reads are
-- filled in. `packed` is one list with commas, because a string is read many times faster than rows
-- are: of every tally its night, deals and amounts where the policy drops nights. Where it drops
-- none, the nights alone, with a minus before those of tallies without a deal: a second list would
-- take as long again.
SELECT tally.player_id,
    {join}({packed}, ',') AS packed,
    {sums}
FROM scoring_night AS night
JOIN scoring_table AS own ON own.night_id = night.id
JOIN scoring_tabletally AS tally ON tally.table_id = own.id
WHERE night.season_id = %s AND (tally.deals <> 0 OR tally.net_points <> 0)
GROUP BY tally.player_id
