-- How far the first start's history has come; survives a restart, which goes on from here.
create table backfill (
  step       text primary key,
  done       integer     not null check (done >= 0),
  total      integer     not null check (total >= done),
  updated_at timestamptz not null default clock_timestamp()
);
