-- What each worker process last said of each stage it runs. A row nobody renews is a process that is gone.
create table stage_workers (
  process             uuid        not null,
  stage               text        not null,
  host                text        not null,
  pid                 integer     not null,
  concurrency         integer     not null,
  in_hand             integer     not null,
  -- Messages that left the stage's queue by this process in the minute before seen_at.
  handled_last_minute integer     not null,
  started_at          timestamptz not null,
  seen_at             timestamptz not null,
  primary key (process, stage)
);

-- What became of all deliveries ever reported, for counters that outlive the processes that counted.
create table stage_totals (
  stage            text,
  outcome          text,
  handled          bigint           not null,
  handling_seconds double precision not null,
  primary key (stage, outcome)
);

-- Since when a scheduler has seen messages wait for a stage without a worker; null while there is one.
alter table stage_depths add column unattended_since timestamptz;

-- Real instants of a cycle's first way to its report, whatever the speed of service time. due_at is the slot's
-- instant in real time, and null for a back-filled cycle: what was due in the past is not late.
alter table cycles
  add column due_at       timestamptz,
  add column collected_at timestamptz,
  add column computed_at  timestamptz,
  add column reported_at  timestamptz;
