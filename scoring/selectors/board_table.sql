-- A table with all that its pages stand on, and the one who asks: a login, a phone, or neither; the
-- braces take the column that names the phone. A row for each phone that is writing, one where
-- nobody is: whoever has touched it after `since`.
SELECT
    t.id, night.club_id, club.slug, night.id, CAST(night.day AS text), t.label, t.state,
    season.state, t.version, t.last_number, t.stake_points, t.ruleset_version_id,
    CAST(t.seats AS text), CAST(t.bench AS text),
    (SELECT COUNT(*) FROM scoring_table AS o WHERE o.night_id = night.id AND o.id <= t.id),
    club.name, club.time_zone, pot.id, rules.canonical, ruleset.name, rules.n,
    -- Points are those of the night: a deal at another of its tables changes them.
    (SELECT SUM(o.version) FROM scoring_table AS o WHERE o.night_id = night.id),
    (SELECT COUNT(*) FROM scoring_player AS person WHERE person.club_id = night.club_id),
    login.is_active, login.password, membership.role,
    device.id, device.role, code.revoked_at IS NOT NULL, code.expires_at > %(now)s,
    writer.phone, writer.name, writer.took_over_at, club.rotates_loser, club.swaps_after_u
FROM scoring_table AS t
JOIN scoring_night AS night ON night.id = t.night_id
JOIN scoring_season AS season ON season.id = night.season_id
JOIN scoring_club AS club ON club.id = night.club_id
JOIN scoring_account AS pot ON pot.table_id = t.id
JOIN scoring_rulesetversion AS rules ON rules.id = t.ruleset_version_id
JOIN scoring_ruleset AS ruleset ON ruleset.id = rules.ruleset_id
LEFT JOIN scoring_login AS login ON login.id = %(login)s
LEFT JOIN scoring_membership AS membership
    ON membership.login_id = login.id AND membership.club_id = night.club_id
LEFT JOIN scoring_device AS device
    ON device.{named_by} = %(device)s AND device.table_id = t.id
LEFT JOIN scoring_joincode AS code ON code.id = device.join_code_id
LEFT JOIN scoring_presence AS writer ON writer.table_id = t.id AND writer.touched_at > %(since)s
WHERE t.id = %(table)s
