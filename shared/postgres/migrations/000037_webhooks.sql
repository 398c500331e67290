-- Endpoints of other systems that get the events of the public log. The secret signs, so it is kept as it is.
create table webhooks (
  id               integer     generated always as identity primary key,
  name             text        not null,
  url              text        not null,
  kinds            text        not null,
  severities       text        not null,
  enabled          boolean     not null default true,
  disabled_reason  text,
  warning          text,
  secret           text        not null,
  old_secret       text,
  old_secret_until timestamptz,
  -- Every event up to this id has its deliveries.
  cursor_id        bigint      not null,
  failing_since    timestamptz,
  created_at       timestamptz not null default service_now(),
  updated_at       timestamptz not null default service_now()
);

-- One row for each event and endpoint that wants it. `sent_attempt` is the attempt whose message is on its way.
create table webhook_deliveries (
  id              bigint      generated always as identity primary key,
  webhook_id      integer     not null references webhooks (id) on delete cascade,
  event_id        bigint      not null,
  state           text        not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts        integer     not null default 0,
  failures        integer     not null default 0,
  sent_attempt    integer,
  sent_at         timestamptz,
  next_attempt_at timestamptz not null default clock_timestamp(),
  response_status integer,
  error           text,
  duration_ms     integer,
  created_at      timestamptz not null default service_now(),
  ended_at        timestamptz,
  unique (webhook_id, event_id)
);
create index webhook_deliveries_due_idx on webhook_deliveries (webhook_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_webhook_idx on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_ended_idx on webhook_deliveries (ended_at) where state <> 'pending';
