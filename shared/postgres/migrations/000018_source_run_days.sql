-- What became of a source's runs, per Eastern day: written with each run, kept when the runs themselves are pruned.
-- A run that a last good value stood in for is ok and degraded (spec 2.18).
create table source_run_days (
  source   text    not null,
  day      date    not null,
  runs     integer not null check (runs > 0),
  ok       integer not null check (ok between 0 and runs),
  degraded integer not null check (degraded between 0 and ok),
  requests bigint  not null check (requests >= 0),
  primary key (source, day)
);
create index source_run_days_day_idx on source_run_days (day);

insert into source_run_days (source, day, runs, ok, degraded, requests)
select sr.source, (sr.run_at at time zone 'America/New_York')::date, count(*), sum(sr.ok), sum(sr.degraded),
  sum(sr.requests)
from source_runs as sr
group by 1, 2;

-- The newest run of each kind of a source, which pruning leaves and source-health reads.
create index source_runs_source_idx on source_runs (source, ok, degraded, run_at);
