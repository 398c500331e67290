-- One row per episode of an alert kind. The reducer decides; the two unique keys have the last word: no observation
-- begins two episodes, and no kind has two active ones.
create table alerts (
  id              bigint generated always as identity primary key,
  alert_id        text        not null,
  episode         text        not null unique,
  severity        text        not null check (severity in ('critical', 'warning', 'info')),
  message         text        not null,
  fired_at        timestamptz not null,
  evidence        jsonb       not null,
  cleared_at      timestamptz check (cleared_at >= fired_at),
  cleared_message text,
  cleared_on      jsonb,
  state           text        not null generated always as
    (case when cleared_at is null then 'active' else 'resolved' end) stored,
  origin          text        not null check (origin in ('scheduled', 'backfill', 'imported')),
  traceparent     text,
  check ((cleared_at is null) = (cleared_message is null) and (cleared_at is null) = (cleared_on is null))
);
create unique index alerts_one_active_idx on alerts (alert_id) where cleared_at is null;
create index alerts_fired_at_idx on alerts (fired_at);
create index alerts_cleared_at_idx on alerts (cleared_at) where cleared_at is not null;

-- What a kind remembers between evaluations. Whoever evaluates locks all of these rows first.
create table alert_state (
  alert_id          text primary key,
  evaluated_through timestamptz,
  observed_at       timestamptz,
  mark              text,
  input_missing     text,
  updated_at        timestamptz not null default clock_timestamp()
);

-- One row per snapshot that was evaluated, whoever asked for it. Superseded: a later one had counted already.
create table alert_evaluations (
  cycle_id      text        not null,
  run           integer     not null,
  as_of         timestamptz not null,
  rules_version text        not null,
  state         text        not null check (state in ('applied', 'superseded')),
  fired         integer     not null,
  cleared       integer     not null,
  held          jsonb       not null,
  origin        text        not null,
  evaluated_at  timestamptz not null default service_now(),
  traceparent   text,
  primary key (cycle_id, run)
);
create index alert_evaluations_as_of_idx on alert_evaluations (as_of);
