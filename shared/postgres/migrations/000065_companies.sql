-- The companies that the service knows: members of the index and what operators added. A removed one is kept, so that
-- the next list of members does not bring it back.
create table companies (
  ticker     text        primary key check (ticker ~ '^[A-Z]{1,5}([.][A-Z])?$'),
  name       text,
  sector     text,
  cik        integer     check (cik > 0),
  origin     text        not null check (origin in ('member', 'operator')),
  added_at   timestamptz not null,
  removed_at timestamptz,
  pinned_at  timestamptz,
  check (removed_at is null or pinned_at is null)
);
create index companies_pinned_idx on companies (ticker) where pinned_at is not null;

alter table index_members add column cik integer check (cik > 0);

-- The whole bar, where a vendor sent it; closes from before have none.
alter table member_bars
  add column open   double precision check (open > 0),
  add column high   double precision check (high > 0),
  add column low    double precision check (low > 0),
  add column volume double precision check (volume >= 0);
