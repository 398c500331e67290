-- Who is in the index, as the list of each fetch said: a row is a stay, closed when a later list lacks it.
create table index_members (
  symbol   text        not null,
  known_at timestamptz not null,
  gone_at  timestamptz,
  sector   text        not null,
  since    date,
  source   text        not null,
  primary key (symbol, known_at),
  check (gone_at is null or gone_at > known_at)
);
create index index_members_open_idx on index_members (symbol) where gone_at is null;

-- Members' closes, adjusted for splits; a split changes earlier closes, which are then new revisions.
create table member_bars (
  symbol   text             not null,
  day      date             not null,
  revision integer          not null check (revision > 0),
  close    double precision not null check (close > 0),
  known_at timestamptz      not null,
  source   text             not null,
  origin   text             not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (symbol, day, revision)
);
create index member_bars_day_idx on member_bars (day);

-- Breadth of a session by sector, with its counts (shared/domain/sector-breadth.ts).
create table sector_breadth (
  day      date        not null,
  revision integer     not null check (revision > 0),
  counts   jsonb       not null,
  known_at timestamptz not null,
  source   text        not null,
  origin   text        not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (day, revision)
);

-- Prices of 30-day federal funds futures by contract month.
create table fed_fund_futures (
  month     text             not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  quoted_at timestamptz      not null,
  known_at  timestamptz      not null,
  price     double precision not null check (price > 0),
  source    text             not null,
  origin    text             not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (month, quoted_at)
);
create index fed_fund_futures_known_at_idx on fed_fund_futures (known_at);
