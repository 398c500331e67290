-- What the one-minute feed brought for each minute of a session that was asked for. `reason` says what did not come;
-- a minute nobody asked for has no row here and a missed slot there.
create table minutes (
  minute       timestamptz primary key check (minute = date_trunc('minute', minute)),
  collected_at timestamptz not null,
  reason       text,
  origin       text        not null check (origin in ('scheduled', 'backfill', 'imported')),
  traceparent  text
);
create table minute_quotes (
  minute    timestamptz      not null references minutes (minute) on delete cascade,
  symbol    text             not null,
  price     double precision not null check (price > 0),
  quoted_at timestamptz      not null,
  source    text             not null,
  primary key (minute, symbol)
);

-- What a tripwire remembers between evaluations. Whoever evaluates locks all of these rows first.
create table tripwires (
  wire              text primary key,
  rules_version     text        not null,
  evaluated_through timestamptz,
  observed_at       timestamptz,
  met               boolean,
  episode           text,
  flipped           boolean     not null default false,
  held_since        timestamptz,
  fired_at          timestamptz,
  fired_episode     text,
  no_data           text,
  reading           jsonb,
  updated_at        timestamptz not null default clock_timestamp(),
  check ((met is true) = (episode is not null)),
  check (met is true or not flipped),
  check (met is true or held_since is null),
  check ((fired_at is null) = (fired_episode is null))
);

-- The budget that wires and escalations share: one row, locked by whoever reserves.
create table event_budget (
  one             boolean primary key default true check (one),
  day             date,
  used            smallint not null default 0 check (used between 0 and 3),
  last_granted_at timestamptz
);
insert into event_budget default values;

-- Every fire that asked for budget. The reducer decides; the constraints have the last word: no episode asks twice, no
-- Eastern day has a fourth, and no two are closer than half an hour.
create table event_fires (
  id          bigint generated always as identity primary key,
  key         text        not null unique,
  source      text        not null check (source in ('wire', 'escalation')),
  subject     text        not null,
  cause       text        not null,
  at          timestamptz not null,
  outcome     text        not null check (outcome in ('granted', 'refused')),
  reason      text,
  day         date        not null check (day = (at at time zone 'America/New_York')::date),
  number      smallint    check (number between 1 and 3),
  quiet_until timestamptz check (quiet_until = at + interval '30 minutes'),
  traceparent text,
  unique (day, number),
  check ((outcome = 'refused') = (reason is not null)),
  check ((outcome = 'granted') = (number is not null) and (outcome = 'granted') = (quiet_until is not null)),
  exclude using gist (tstzrange(at, quiet_until) with &&) where (outcome = 'granted')
);
create index event_fires_at_idx on event_fires (at);
