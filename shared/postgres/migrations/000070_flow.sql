-- What the options of an underlying traded in a session, from the newest chain of that session. `book` holds the volume
-- and the open interest of its contracts, for the changes of the next chain, and is deleted when two sessions are newer.
create table flow_sessions (
  underlying   text             not null,
  session      date             not null,
  quoted_at    timestamptz      not null,
  known_at     timestamptz      not null,
  is_closing   boolean          not null,
  call_volume  double precision not null check (call_volume >= 0),
  put_volume   double precision not null check (put_volume >= 0),
  call_premium double precision not null check (call_premium >= 0),
  put_premium  double precision not null check (put_premium >= 0),
  zdte_volume  double precision not null check (zdte_volume >= 0),
  zdte_premium double precision not null check (zdte_premium >= 0),
  document     text             not null,
  book         text,
  source       text             not null,
  origin       text             not null check (origin in ('scheduled', 'backfill', 'imported')),
  primary key (underlying, session)
);

-- The contracts whose volume grew most from one chain to the next; kept 30 days.
create table flow_changes (
  id                   bigint generated always as identity primary key,
  underlying           text             not null,
  session              date             not null,
  expiration           date             not null,
  strike               double precision not null check (strike > 0),
  type                 text             not null check (type in ('call', 'put')),
  since                timestamptz,
  quoted_at            timestamptz      not null,
  known_at             timestamptz      not null,
  volume               double precision not null check (volume > 0),
  session_volume       double precision not null check (session_volume >= volume),
  open_interest        double precision not null check (open_interest >= 0),
  open_interest_change double precision,
  price                double precision not null check (price > 0),
  premium              double precision not null check (premium > 0),
  spot                 double precision not null check (spot > 0),
  unique (underlying, quoted_at, expiration, strike, type)
);
create index flow_changes_tape_idx on flow_changes (quoted_at desc, id desc);
create index flow_changes_symbol_idx on flow_changes (underlying, quoted_at desc, id desc);
