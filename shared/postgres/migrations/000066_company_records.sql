-- What vendors say about a company, point in time: a record is named by its company, its kind and its key within the
-- kind (an accession number, a session, a fiscal quarter). A record that changes gets a new revision.
create table company_records (
  ticker   text        not null,
  kind     text        not null check (kind in
    ('profile', 'filing', 'ownership', 'estimates', 'earnings', 'options', 'gamma', 'headline')),
  key      text        not null,
  revision integer     not null check (revision > 0),
  day      date        not null,
  known_at timestamptz not null,
  row      jsonb       not null,
  source   text        not null,
  origin   text        not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (ticker, kind, key, revision)
);
create index company_records_day_idx on company_records (ticker, kind, day desc);
create index company_records_old_idx on company_records (kind, day);

-- Off-exchange short-sale volume of one name and session, from FINRA's file.
create table short_volumes (
  symbol   text             not null,
  day      date             not null,
  short    double precision not null check (short >= 0),
  total    double precision not null check (total >= short),
  known_at timestamptz      not null,
  origin   text             not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (symbol, day)
);
create index short_volumes_day_idx on short_volumes (day);
