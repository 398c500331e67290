-- The verdict's path logs in as a role of its own now, which the migration step prepares with every start, so the role
-- that a transaction could leave again loses its rights here. Roles belong to the whole server: the role itself stays.
do $$
begin
  if exists (select 1 from pg_roles as r where r.rolname = 'market_state_reader') then
    alter default privileges in schema public revoke select on tables from market_state_reader;
    revoke all on all tables in schema public from market_state_reader;
    revoke all on schema public from market_state_reader;
  end if;
exception when insufficient_privilege then null;
end $$;
