-- A table with all that its pages stand on, and the one who asks: a login, a phone, or neither; the
-- braces take the column that names the phone. A row for each phone that is writing, one where
-- nobody is: whoever has touched it after `since`.
-- Every LIMIT 1 stands between joins that PostgreSQL would else try in every order: planning took
-- ten times as long as asking.
SELECT
    told.*,
    login.is_active, login.password, membership.role,
    device.id, device.role, code.revoked_at IS NOT NULL, code.expires_at > %(now)s,
    writer.phone, writer.name, writer.took_over_at
FROM (
    SELECT here.*, pot.id AS pot_id, rules.canonical, ruleset.name AS ruleset_name, rules.n
    FROM (
        SELECT
            t.id, night.club_id, club.slug, t.night_id, CAST(night.day AS text), t.label, t.state,
            season.state AS season_state, t.version, t.last_number, t.stake_points,
            t.ruleset_version_id, CAST(t.seats AS text) AS seats, CAST(t.bench AS text) AS bench,
            (
                SELECT COUNT(*) FROM scoring_table AS o
                WHERE o.night_id = t.night_id AND o.id <= t.id
            ) AS position,
            -- Points are those of the night: a deal at another of its tables changes them.
            (SELECT SUM(o.version) FROM scoring_table AS o WHERE o.night_id = t.night_id) AS moves,
            (SELECT COUNT(*) FROM scoring_player AS one WHERE one.club_id = club.id) AS people,
            club.name, club.time_zone, club.rotates_loser, club.swaps_after_u, club.counts_points
        FROM scoring_table AS t
        JOIN scoring_night AS night ON night.id = t.night_id
        JOIN scoring_season AS season ON season.id = night.season_id
        JOIN scoring_club AS club ON club.id = night.club_id
        WHERE t.id = %(table)s
        LIMIT 1
    ) AS here
    JOIN scoring_account AS pot ON pot.table_id = here.id
    JOIN scoring_rulesetversion AS rules ON rules.id = here.ruleset_version_id
    JOIN scoring_ruleset AS ruleset ON ruleset.id = rules.ruleset_id
    LIMIT 1
) AS told
LEFT JOIN scoring_login AS login ON login.id = %(login)s
LEFT JOIN scoring_membership AS membership
    ON membership.login_id = login.id AND membership.club_id = told.club_id
LEFT JOIN scoring_device AS device
    ON device.{named_by} = %(device)s AND device.table_id = told.id
LEFT JOIN scoring_joincode AS code ON code.id = device.join_code_id
LEFT JOIN scoring_presence AS writer
    ON writer.table_id = told.id AND writer.touched_at > %(since)s
