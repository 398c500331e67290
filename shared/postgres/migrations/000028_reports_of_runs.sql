-- A report is never rewritten: a re-run of its cycle writes a new one, which names the report it replaces.
alter table reports drop constraint reports_cycle_id_key;
alter table reports add constraint reports_cycle_run_key unique (cycle_id, run);
alter table reports add column replaces text references reports (filename);
create index reports_at_idx on reports (at desc, run desc);

-- When a step of the back-fill began, from which the rest of it is estimated.
alter table backfill add column started_at timestamptz not null default clock_timestamp();
