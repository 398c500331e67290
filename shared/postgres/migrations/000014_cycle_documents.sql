-- Documents of a cycle beside its snapshot, kept with it: what a route served as of any instant.
create table cycle_documents (
  cycle_id    text    not null,
  run         integer not null,
  key         text    not null,
  document    text    not null,
  traceparent text,
  primary key (cycle_id, run, key),
  foreign key (cycle_id, run) references signal_snapshots (cycle_id, run) on delete cascade
);

-- The intraday score as a column, so that a chart of days does not open every document.
alter table signal_snapshots
  add column health_score integer generated always as ((document::jsonb ->> 'health_score')::integer) stored;
