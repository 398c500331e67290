-- Roles of a shared Postgres server, for whoever does not want one user for everything. Run it as a superuser in the
-- database of the service after npm run migrate, and again after each upgrade. Then give each login of yours one of them:
--   grant market_state_worker to my_worker; alter role my_worker set role = 'market_state_worker';
do $$
declare
  name text;
  held record;
begin
  foreach name in array array[
    'market_state_owner', 'market_state_worker', 'market_state_trading', 'market_state_public'
  ] loop
    if not exists (select 1 from pg_roles as r where r.rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    execute format('grant usage on schema public to %I', name);
  end loop;

  -- Migrations and ops own what they made, and nobody else changes the schema.
  grant create on schema public to market_state_owner;
  for held in
    select c.relname from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  loop
    execute format('alter table public.%I owner to market_state_owner', held.relname);
  end loop;
  for held in
    select p.oid::regprocedure as signature from pg_proc as p where p.pronamespace = 'public'::regnamespace
  loop
    execute format('alter function %s owner to market_state_owner', held.signature);
  end loop;
end $$;

-- Workers write everything that stages write, but no migration. The Postgres broker makes a schema of its own.
grant select, insert, update, delete on all tables in schema public to market_state_worker;
revoke insert, update, delete on schema_migrations from market_state_worker;
grant usage, select on all sequences in schema public to market_state_worker;
do $$ begin
  execute format('grant create on database %I to market_state_worker', current_database());
end $$;
-- The schedulers among them turn the months of partitioned tables, which these functions do in the owner's name.
grant execute on function make_month(text, timestamptz), drop_months(text, timestamptz) to market_state_worker;

-- A replica of the API with trading writes accounts, orders and webhooks, and none of what stages find out about the market.
grant select, insert, update, delete on all tables in schema public to market_state_trading;
grant usage, select on all sequences in schema public to market_state_trading;
revoke insert, update, delete on
  ai_evenings, ai_grades, ai_reads, ai_states, ai_verdicts, backfill, chain_expirations, chains, companies, company_panels,
  company_records, cycle_arrivals, cycle_documents, cycles, data_mode, dropped_letters, event_logs, event_origin,
  fed_fund_futures, flow_changes, flow_large, flow_sessions, inbox, index_members, member_bars, minute_quotes, minutes, news_articles,
  observations, report_days, reports, schema_migrations, screener_digests, screener_gauntlets, screener_outcomes, screener_records,
  screener_runs, screener_scans, screener_setups, sector_breadth, settlement_prices, short_volumes, signal_snapshots,
  signals_daily, simulated_world, slots, source_run_days, source_runs, source_states, stage_depths, stage_totals,
  transition_state
from market_state_trading;

-- Months are read and written through their table, so nobody needs rights on one.
do $$
declare
  month text;
begin
  for month in
    select c.relname from pg_class as c where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'
  loop
    execute format('revoke all on public.%I from market_state_worker, market_state_trading', month);
  end loop;
end $$;

-- Public reads (DATABASE_READ_URL) cannot write, and cannot read tokens, tickets, kept answers or secrets of webhooks.
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
