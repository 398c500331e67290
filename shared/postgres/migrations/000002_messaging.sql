-- One row per message and stage: the reason a second delivery has no second effect.
create table inbox (
  message_id   text        not null,
  stage        text        not null,
  state        text        not null check (state in ('started', 'done', 'failed')),
  -- Tries that ended in a bug, a death or the effect; and apart from them those that found something away.
  attempts     integer     not null check (attempts >= 0),
  outages      integer     not null default 0 check (outages >= 0),
  error_kind   text,
  error        text,
  first_seen   timestamptz not null default clock_timestamp(),
  updated_at   timestamptz not null default clock_timestamp(),
  primary key (message_id, stage)
);
create index inbox_updated_at_idx on inbox (updated_at);

-- Messages that must be sent if and only if the rows beside them were committed.
create table outbox (
  seq        bigint generated always as identity primary key,
  message_id text        not null unique,
  envelope   jsonb       not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at    timestamptz
);
create index outbox_unsent_idx on outbox (created_at) where sent_at is null;
create index outbox_sent_idx on outbox (sent_at) where sent_at is not null;
