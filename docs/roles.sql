-- Roles of a shared Postgres server, for whoever does not want one user for everything. Run it once as a superuser, in the
-- database of the service, after npm run migrate; then give each login of yours one of them (grant market_state_worker to ...).
do $$
declare
  name text;
begin
  foreach name in array array['market_state_worker', 'market_state_trading', 'market_state_public'] loop
    if not exists (select 1 from pg_roles as r where r.rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    execute format('grant usage on schema public to %I', name);
  end loop;
end $$;

-- Workers write everything that stages write, and own the queues of the Postgres broker.
grant select, insert, update, delete on all tables in schema public to market_state_worker;
grant usage, select on all sequences in schema public to market_state_worker;
alter default privileges in schema public grant select, insert, update, delete on tables to market_state_worker;
alter default privileges in schema public grant usage, select on sequences to market_state_worker;

-- A replica of the API with trading.
grant select, insert, update, delete on all tables in schema public to market_state_trading;
grant usage, select on all sequences in schema public to market_state_trading;
alter default privileges in schema public grant select, insert, update, delete on tables to market_state_trading;
alter default privileges in schema public grant usage, select on sequences to market_state_trading;

-- Public reads (DATABASE_READ_URL) cannot write, and cannot read tokens, tickets or secrets of webhooks.
grant select on all tables in schema public to market_state_public;
do $$
declare
  kept text;
begin
  for kept in
    select distinct c.table_name from information_schema.columns as c
    where c.table_schema = 'public'
      and (c.table_name ~ 'token|ticket|idempotency' or c.column_name ~ 'token_hash|secret|ticket_hash')
  loop
    execute format('revoke all on %I from market_state_public', kept);
  end loop;
end $$;
