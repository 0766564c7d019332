-- What all guards of this folder share.

CREATE FUNCTION scoring_guard_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'guard: %', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END
$$;
