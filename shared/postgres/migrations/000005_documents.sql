-- What the signals stage computed for a cycle: every run kept, the newest run is the cycle's answer.
create table signal_snapshots (
  cycle_id      text        not null references cycles (id),
  run           integer     not null,
  as_of         timestamptz not null,
  rules_version text        not null,
  document      text        not null,
  origin        text        not null,
  primary key (cycle_id, run)
);
create index signal_snapshots_as_of_idx on signal_snapshots (as_of);

-- Spec 2.9: one row per session, provisional at 16:15 and final at 20:00 ET; final rows are not revised.
create table signals_daily (
  trade_date    date primary key,
  state         text        not null check (state in ('provisional', 'final')),
  as_of         timestamptz not null,
  rules_version text        not null,
  regime        text,
  regime_reason text        not null,
  health_score  integer     check (health_score >= 0 and health_score <= 100),
  score_low     integer,
  score_high    integer,
  live_points   integer     not null,
  spy_close     double precision,
  vix_close     double precision,
  dix           double precision,
  gex           double precision,
  gex_series    text,
  hy_oas        double precision,
  vix_term      double precision,
  skew          double precision,
  yield_curve   double precision,
  dollar        double precision,
  oil           double precision,
  breakevens    double precision,
  points        jsonb       not null,
  origin        text        not null,
  run           integer     not null default 1
);

create table reports (
  filename   text primary key check (filename ~ '^report-[0-9]{8}-[0-9]{6}\.md$'),
  cycle_id   text        not null unique references cycles (id),
  at         timestamptz not null,
  date       date        not null,
  time       text        not null,
  week       text        not null,
  content    text        not null,
  run        integer     not null,
  origin     text        not null,
  written_at timestamptz not null
);
create index reports_date_idx on reports (date desc, time desc);
create index reports_week_idx on reports (week);

-- The JSON (or text) a route serves, written by the stage that owns it, served as it is.
create table read_models (
  key          text primary key,
  content_type text        not null,
  body         text        not null,
  as_of        timestamptz not null,
  run          integer     not null,
  written_at   timestamptz not null default clock_timestamp()
);
