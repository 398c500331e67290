-- The newest quote of each symbol somebody keeps fresh; `quoted_at` and `fetched_at` are service time.
create table latest_quotes (
  symbol         text             primary key,
  price          double precision not null check (price > 0),
  bid            double precision check (bid >= 0),
  ask            double precision check (ask >= 0),
  bid_size       double precision check (bid_size >= 0),
  ask_size       double precision check (ask_size >= 0),
  volume         double precision check (volume >= 0),
  previous_close double precision check (previous_close > 0),
  quoted_at      timestamptz      not null,
  fetched_at     timestamptz      not null,
  source         text             not null,
  delay_seconds  integer          not null check (delay_seconds >= 0)
);

-- Symbols readers asked for lately, so that whoever keeps quotes fresh knows which; in real time.
create table quote_wishes (
  symbol    text        primary key,
  wished_at timestamptz not null default clock_timestamp()
);

-- Of the company, as the list of members has it.
alter table index_members add column name text;
