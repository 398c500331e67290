-- The two runs of a session. A run is planned, its names are read in batches, and the last batch has it decided once.
create table screener_runs (
  id            text        primary key check (id ~ '^\d{4}-\d{2}-\d{2}-(am|pm)$'),
  day           date        not null,
  slot          text        not null check (slot in ('am', 'pm')),
  due_at        timestamptz not null,
  started_at    timestamptz not null,
  origin        text        not null check (origin in ('scheduled', 'backfill', 'imported')),
  rules_version text        not null,
  batches       integer     not null check (batches >= 0),
  state         text        not null default 'scanning' check (state in ('scanning', 'decided', 'superseded')),
  decided_at    timestamptz,
  -- The decision, without its candidates, which the board shows until the next run.
  summary       jsonb,
  unique (day, slot),
  check ((state = 'scanning') = (decided_at is null)),
  check ((state = 'decided') = (summary is not null))
);
create index screener_runs_order_idx on screener_runs (due_at desc);

-- Scans of one batch of names; deleted once the run is decided.
create table screener_scans (
  run   text    not null references screener_runs (id),
  batch integer not null check (batch >= 0),
  scans jsonb   not null,
  primary key (run, batch)
);

-- A setup is what is remembered of an archetype on a name from run to run.
create table screener_setups (
  ticker    text  not null,
  archetype text  not null,
  setup     jsonb not null,
  run       text  not null references screener_runs (id),
  primary key (ticker, archetype)
);

-- Ripe setups that runs recorded, with a slot where they were locked. The pick is what was recorded and never changes;
-- the progress is its entry, its bars and its exit, each of which is written once.
create table screener_records (
  id          text        primary key,
  run         text        not null references screener_runs (id),
  ticker      text        not null,
  side        text        not null check (side in ('long', 'short')),
  archetype   text        not null,
  slot        integer     check (slot > 0),
  recorded_at timestamptz not null,
  pick        jsonb       not null,
  progress    jsonb       not null,
  entered_on  date,
  exited_on   date,
  matured_on  date,
  check (exited_on is null or entered_on is not null),
  check (matured_on is null or entered_on is not null)
);
-- A slot holds one open contract, and a name is held once.
create unique index screener_records_slot_idx on screener_records (side, slot) where slot is not null and exited_on is null;
create unique index screener_records_held_idx on screener_records (ticker) where slot is not null and exited_on is null;
create index screener_records_unfinished_idx on screener_records (run) where matured_on is null;
create index screener_records_recorded_idx on screener_records (recorded_at desc);
create index screener_records_ticker_idx on screener_records (ticker, recorded_at desc);

create function keep_screener_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a screener record is never deleted' using errcode = 'check_violation';
  end if;
  if (new.id, new.run, new.ticker, new.side, new.archetype, new.slot, new.recorded_at, new.pick)
    is distinct from (old.id, old.run, old.ticker, old.side, old.archetype, old.slot, old.recorded_at, old.pick) then
    raise exception 'a recorded pick never changes' using errcode = 'check_violation';
  end if;
  if old.entered_on is not null and (new.entered_on is distinct from old.entered_on
      or new.progress->'entry' is distinct from old.progress->'entry')
    or old.exited_on is not null and (new.exited_on is distinct from old.exited_on
      or new.progress->'exit' is distinct from old.progress->'exit')
    or old.matured_on is not null then
    raise exception 'an entry, an exit and an outcome are written once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger screener_record_kept before update or delete on screener_records
  for each row execute function keep_screener_record();

-- What a record came to, once all its bars were known.
create table screener_outcomes (
  id        text        primary key references screener_records (id),
  archetype text        not null,
  known_at  timestamptz not null,
  outcome   jsonb       not null
);
create index screener_outcomes_known_idx on screener_outcomes (known_at, id);

-- The falsification test of each month's end.
create table screener_gauntlets (
  month     text        not null check (month ~ '^\d{4}-\d{2}$'),
  archetype text        not null,
  state     text        not null check (state in ('passed', 'falsified', 'insufficient')),
  judged_at timestamptz not null,
  document  jsonb       not null,
  primary key (month, archetype)
);

-- Candidates of the day whose archetype is calibrated, as the evening's run found them.
create table screener_digests (
  day      date        primary key,
  made_at  timestamptz not null,
  document jsonb       not null
);
