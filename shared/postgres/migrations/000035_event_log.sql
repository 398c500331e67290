-- Transactions insert events without an id. The sequencer gives ids after the commit, each log its own, in batches, so
-- that no transaction waits for another's; `arrival` is the order of insertion. A row without a hash is not in a log yet.
-- `document` is the event as it is served, without its hash: later versions serve the same bytes, so the chain holds.
alter table events alter column id drop identity, drop constraint events_pkey;
alter table events
  alter column id drop not null,
  alter column recorded_at set default service_now(),
  add column arrival bigint generated always as identity primary key,
  add column log text not null default 'public',
  add column prev_id bigint,
  add column hash text,
  add column document text;
create unique index events_log_idx on events (log, id);
drop index events_kind_idx;
create index events_log_kind_idx on events (log, kind, id);
create index events_waiting_idx on events (arrival) where hash is null;

-- The newest id of each log and the next one, which outlive the deletion of old events.
create table event_logs (
  log       text primary key,
  last_id   bigint not null,
  last_hash text   not null,
  next_id   bigint not null check (next_id > last_id)
);

-- The database that gave the last id. Another one, after a restore or a promotion, goes on at higher ids.
create table event_origin (
  id     boolean primary key default true check (id),
  origin text    not null
);
