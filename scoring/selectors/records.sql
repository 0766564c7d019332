-- The longest run of deals of one table in which the same player was first, in a season.
-- Steps count the table's deals in force; within a run, step less the player's own count of firsts
-- stays the same. Of equal runs the earlier one stands.
WITH played AS (
    SELECT
        deal.current_id, deal.table_id, night.day,
        ROW_NUMBER() OVER (PARTITION BY deal.table_id ORDER BY deal.number) AS step
    FROM scoring_deal AS deal
    JOIN scoring_dealrevision AS revision ON revision.id = deal.current_id
    JOIN scoring_table AS place ON place.id = deal.table_id
    JOIN scoring_night AS night ON night.id = place.night_id
    WHERE night.season_id = %s AND revision.seat_count > 0
),
firsts AS (
    SELECT
        played.table_id, played.day, player.root_id, played.step,
        played.step - ROW_NUMBER() OVER (
            PARTITION BY played.table_id, player.root_id ORDER BY played.step
        ) AS run
    FROM played
    JOIN scoring_dealseat AS seat ON seat.revision_id = played.current_id AND seat.place = 1
    JOIN scoring_player AS player ON player.id = seat.player_id
)
SELECT root_id, day, COUNT(*) AS length
FROM firsts
GROUP BY table_id, day, root_id, run
ORDER BY length DESC, day, table_id, MAX(step), root_id
LIMIT 1
