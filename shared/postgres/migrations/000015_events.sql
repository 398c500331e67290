-- What happened, in the order it could be seen. Ids are given under a lock that is held until the commit, so that a
-- reader who has seen one has seen every smaller one (shared/postgres/events.ts).
create table events (
  id          bigint generated always as identity primary key,
  key         text        not null unique,
  kind        text        not null,
  subject     text        not null,
  severity    text        not null check (severity in ('critical', 'warning', 'info')),
  title       text        not null,
  at          timestamptz not null,
  data        jsonb       not null,
  cycle_id    text,
  origin      text        not null check (origin in ('scheduled', 'backfill', 'imported')),
  traceparent text,
  recorded_at timestamptz not null default clock_timestamp()
);
create index events_kind_idx on events (kind, id);
create index events_at_idx on events (at);
