-- What vendors said, append-only, with two times: the day a value is for, and when we knew it.
-- A correction is a new revision, so any past instant can be recomputed exactly.
create table observations (
  series   text             not null,
  day      date             not null,
  revision integer          not null check (revision > 0),
  value    double precision not null check (value not in ('NaN', 'Infinity', '-Infinity')),
  known_at timestamptz      not null,
  source   text             not null,
  origin   text             not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (series, day, revision)
);
create index observations_known_at_idx on observations (series, known_at);

create table quotes (
  symbol         text             not null,
  quoted_at      timestamptz      not null,
  known_at       timestamptz      not null,
  price          double precision not null check (price > 0),
  previous_close double precision,
  open           double precision,
  high           double precision,
  low            double precision,
  bid            double precision,
  ask            double precision,
  volume         double precision,
  source         text             not null,
  origin         text             not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (symbol, quoted_at)
);
create index quotes_known_at_idx on quotes (symbol, known_at desc);

-- A chain: one row with its aggregates (kept for ever), and its contracts by expiration as columns
-- (arrays of equal length, one element per strike; kept 30 days).
create table chains (
  id             bigint generated always as identity primary key,
  underlying     text             not null,
  quoted_at      timestamptz      not null,
  known_at       timestamptz      not null,
  spot           double precision not null check (spot > 0),
  contracts      integer          not null,
  net_gamma      double precision,
  call_wall      double precision,
  put_wall       double precision,
  contracts_used integer          not null,
  source         text             not null,
  origin         text             not null check (origin in ('scheduled', 'backfill', 'imported')),
  unique (underlying, quoted_at)
);
create index chains_known_at_idx on chains (underlying, known_at desc);

create table chain_expirations (
  chain_id    bigint             not null references chains (id) on delete cascade,
  expiration  date               not null,
  strikes     double precision[] not null,
  call_bid    real[]             not null,
  call_ask    real[]             not null,
  call_iv     real[]             not null,
  call_oi     real[]             not null,
  call_volume real[]             not null,
  put_bid     real[]             not null,
  put_ask     real[]             not null,
  put_iv      real[]             not null,
  put_oi      real[]             not null,
  put_volume  real[]             not null,
  primary key (chain_id, expiration)
);

-- One row per attempt of a source (spec 2.18), whatever came of it.
create table source_runs (
  id          bigint generated always as identity primary key,
  message_id  text        not null unique,
  source      text        not null,
  ok          smallint    not null check (ok in (0, 1)),
  degraded    smallint    not null check (degraded in (0, 1)),
  error       text        check (length(error) <= 500),
  run_at      timestamptz not null,
  duration_ms integer     not null check (duration_ms >= 0),
  requests    integer     not null check (requests >= 0),
  stored      integer     not null check (stored >= 0),
  origin      text        not null check (origin in ('scheduled', 'backfill', 'imported')),
  check (degraded = 0 or ok = 1),
  check ((ok = 1 and degraded = 0) = (error is null))
);
create index source_runs_run_at_idx on source_runs (run_at, source);

-- Payloads we refused to believe, kept so that somebody can look.
create table quarantine (
  id         bigint generated always as identity primary key,
  source     text        not null,
  feed       text        not null,
  message_id text        not null,
  reason     text        not null,
  body       bytea       not null,
  kept_at    timestamptz not null
);
create index quarantine_kept_at_idx on quarantine (kept_at);

-- Token buckets shared by all copies of all workers.
create table vendor_budgets (
  vendor      text primary key,
  tokens      double precision not null,
  refilled_at timestamptz      not null,
  used_today  integer          not null default 0,
  used_day    date             not null
);
