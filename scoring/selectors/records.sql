-- For each of some tables, the longest run of its deals in which the same player was first.
-- Steps count the table's deals in force; within a run, step less the player's own count of firsts
-- stays the same. Of equal runs the earlier one stands. The braces take a
-- placeholder for each table.
WITH played AS (
    SELECT
        deal.current_id, deal.table_id,
        ROW_NUMBER() OVER (PARTITION BY deal.table_id ORDER BY deal.number) AS step
    FROM scoring_deal AS deal
    JOIN scoring_dealrevision AS revision ON revision.id = deal.current_id
    WHERE deal.table_id IN ({tables}) AND revision.seat_count > 0
),
firsts AS (
    SELECT
        played.table_id, player.root_id, played.step,
        played.step - ROW_NUMBER() OVER (
            PARTITION BY played.table_id, player.root_id ORDER BY played.step
        ) AS run
    FROM played
    JOIN scoring_dealseat AS seat ON seat.revision_id = played.current_id AND seat.place = 1
    JOIN scoring_player AS player ON player.id = seat.player_id
),
runs AS (
    SELECT table_id, root_id, COUNT(*) AS length, MAX(step) AS last_step
    FROM firsts
    GROUP BY table_id, root_id, run
),
ordered AS (
    SELECT
        table_id, root_id, length,
        ROW_NUMBER() OVER (
            PARTITION BY table_id ORDER BY length DESC, last_step, root_id
        ) AS position
    FROM runs
)
SELECT table_id, root_id, length FROM ordered WHERE position = 1
