-- A report cycle: opened by its slot, collecting until all expected sources have arrived or the
-- deadline passes, then computing exactly once per run. All moves happen under this row's lock.
create table cycles (
  id            text primary key,
  scheduled_for timestamptz not null,
  expected      text[]      not null,
  deadline      timestamptz not null,
  state         text        not null check (state in ('collecting', 'computing', 'computed', 'reported', 'failed')),
  run           integer     not null default 1 check (run > 0),
  cutoff        timestamptz,
  reason        text,
  origin        text        not null check (origin in ('scheduled', 'backfill')),
  opened_at     timestamptz not null,
  updated_at    timestamptz not null default clock_timestamp(),
  check (state = 'collecting' or cutoff is not null)
);
create index cycles_open_idx on cycles (deadline) where state in ('collecting', 'computing', 'computed');
create index cycles_scheduled_for_idx on cycles (scheduled_for);

create table cycle_arrivals (
  cycle_id   text        not null references cycles (id),
  source     text        not null,
  ok         boolean     not null,
  degraded   boolean     not null,
  reason     text,
  arrived_at timestamptz not null,
  primary key (cycle_id, source)
);
