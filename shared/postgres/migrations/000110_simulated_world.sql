-- The world that a simulated database holds, decided once: another seed, start or scenario is refused
-- (shared/postgres/server/simulated-world.ts), so that figures of two worlds are never pooled.
create table simulated_world (
  one      boolean primary key default true check (one),
  -- Null in a database that is older than this table; the next start names its seed.
  seed     integer,
  start_at timestamptz not null,
  -- Whether the operator named the start (SIMULATOR_START): such a market keeps its own time at every restart.
  is_own_start boolean not null default false,
  scenario text        not null check (scenario in ('none', 'correction', 'crash', 'rates', 'dark'))
);
insert into simulated_world (seed, start_at, scenario)
select null, st.since, 'none' from service_time as st
where exists (select 1 from data_mode as dm where dm.mode = 'simulated');
