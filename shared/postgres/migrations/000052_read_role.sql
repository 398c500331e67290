-- The role under which the verdict's path reads: it may select and nothing else. Roles belong to the whole server, so it
-- may be there already; where the owner of this database may not create roles, the path stays read-only by its
-- transactions alone.
do $$
begin
  create role market_state_reader nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;
do $$
begin
  if exists (select 1 from pg_roles as r where r.rolname = 'market_state_reader') then
    grant usage on schema public to market_state_reader;
    grant select on all tables in schema public to market_state_reader;
    alter default privileges in schema public grant select on tables to market_state_reader;
    execute format('grant market_state_reader to %I', current_user);
  end if;
exception when insufficient_privilege then null;
end $$;
