-- The longest run of one person's firsts at one table, and the day of it: the earliest of equal
-- ones. Steps count the table's deals in force; within a run, step less the count of firsts stays
-- the same. Takes the root, whether every season counts, the season otherwise, and the root again.
WITH theirs AS (
    SELECT DISTINCT tally.table_id
    FROM scoring_tabletally AS tally
    JOIN scoring_player AS person ON person.id = tally.player_id
    JOIN scoring_table AS own ON own.id = tally.table_id
    JOIN scoring_night AS night ON night.id = own.night_id
    WHERE person.root_id = %s AND (%s OR night.season_id = %s)
),
played AS (
    SELECT
        deal.current_id, deal.table_id,
        ROW_NUMBER() OVER (PARTITION BY deal.table_id ORDER BY deal.number) AS step
    FROM scoring_deal AS deal
    JOIN theirs ON theirs.table_id = deal.table_id
    JOIN scoring_dealrevision AS revision ON revision.id = deal.current_id
    WHERE revision.seat_count > 0
),
firsts AS (
    SELECT
        played.table_id, played.step,
        played.step - ROW_NUMBER() OVER (PARTITION BY played.table_id ORDER BY played.step) AS run
    FROM played
    JOIN scoring_dealseat AS seat ON seat.revision_id = played.current_id AND seat.place = 1
    JOIN scoring_player AS player ON player.id = seat.player_id
    WHERE player.root_id = %s
)
SELECT night.day, COUNT(*) AS length
FROM firsts
JOIN scoring_table AS own ON own.id = firsts.table_id
JOIN scoring_night AS night ON night.id = own.night_id
GROUP BY night.day, firsts.table_id, firsts.run
ORDER BY length DESC, night.day, firsts.table_id, MAX(firsts.step)
LIMIT 1
