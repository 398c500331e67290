-- Two tables that grow by hundreds of thousands of rows a year are partitioned by the month (UTC) of their rows, so that
-- retention drops a month instead of deleting rows. A month is made by whoever stores its first row, or a week ahead by
-- a scheduler; there is no default partition, because it would take part in every query without both bounds.

-- Makes the partition of the month of an instant where it is missing. Roles that may not change the schema can call it.
create function make_month(parent text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  since timestamptz := date_trunc('month', at, 'UTC');
  until timestamptz := (date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  month text := format('%s_%s', parent, to_char(since at time zone 'UTC', 'YYYY_MM'));
begin
  if to_regclass(quote_ident(month)) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('make_month'), hashtext(parent));
  -- The table of names may still say what held before the wait; a query sees what was committed meanwhile.
  if exists (select 1 from pg_class as c where c.relname = month and c.relnamespace = 'public'::regnamespace)
    then return; end if;
  -- Attaching locks neither readers nor writers of the other months out, which creating in place would.
  execute format(
    'create table %I (like %I including defaults including constraints including indexes including storage)',
    month, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, month, since, until);
end $$;

-- Drops the months that ended by an instant and returns their number. A month that is being read waits for the next call.
create function drop_months(parent text, before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  month text;
  dropped integer := 0;
begin
  for month in
    select c.relname from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = quote_ident(parent)::regclass and c.relispartition
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
    order by c.relname
  loop
    begin
      execute format('drop table %I', month);
      dropped := dropped + 1;
    exception when lock_not_available then null;
    end;
  end loop;
  return dropped;
end $$;

revoke all on function make_month(text, timestamptz), drop_months(text, timestamptz) from public;

do $$
declare
  held record;
begin
  for held in
    select c.relname from pg_class as c join pg_index as i on i.indexrelid = c.oid
    where i.indrelid in ('flow_changes'::regclass, 'minute_quotes'::regclass)
  loop
    execute format('alter index %I rename to %I', held.relname, held.relname || '_whole');
  end loop;
end $$;
alter sequence flow_changes_id_seq rename to flow_changes_whole_id_seq;
alter table flow_changes rename to flow_changes_whole;
alter table minute_quotes rename to minute_quotes_whole;

create table flow_changes (
  id                   bigint generated always as identity,
  underlying           text             not null,
  session              date             not null,
  expiration           date             not null,
  strike               double precision not null check (strike > 0),
  type                 text             not null check (type in ('call', 'put')),
  since                timestamptz,
  quoted_at            timestamptz      not null,
  known_at             timestamptz      not null,
  volume               double precision not null check (volume > 0),
  session_volume       double precision check (session_volume >= volume),
  open_interest        double precision check (open_interest >= 0),
  open_interest_change double precision,
  price                double precision not null check (price > 0),
  premium              double precision not null check (premium > 0),
  spot                 double precision check (spot > 0),
  print_id             text,
  side                 text check (side in ('ask', 'bid', 'mid', 'unknown')),
  opens                boolean,
  is_multi_leg         boolean,
  at_ask               double precision check (at_ask >= 0),
  at_bid               double precision check (at_bid >= 0),
  at_mid               double precision check (at_mid >= 0),
  primary key (quoted_at, id),
  constraint flow_changes_basis_check check (
    case when print_id is null then session_volume is not null and open_interest is not null and spot is not null
    else side is not null and at_ask is not null and at_bid is not null and at_mid is not null end)
) partition by range (quoted_at);
create index flow_changes_symbol_idx on flow_changes (underlying, quoted_at desc, id desc);
create unique index flow_changes_chain_idx on flow_changes (underlying, quoted_at, expiration, strike, type)
  where print_id is null;
-- A print keeps its time, which a key of a partitioned table must have.
create unique index flow_changes_print_idx on flow_changes (print_id, quoted_at) where print_id is not null;
create index flow_changes_prints_idx on flow_changes (underlying, session) where print_id is not null;
create index flow_changes_prints_tape_idx on flow_changes (quoted_at desc, id desc) where print_id is not null;

create table minute_quotes (
  minute    timestamptz      not null references minutes (minute) on delete cascade,
  symbol    text             not null,
  price     double precision not null check (price > 0),
  quoted_at timestamptz      not null,
  source    text             not null,
  primary key (minute, symbol)
) partition by range (minute);

select make_month(n.parent, n.at) from (
  select 'flow_changes' as parent, date_trunc('month', f.quoted_at, 'UTC') as at from flow_changes_whole as f
  union select 'minute_quotes', date_trunc('month', m.minute, 'UTC') from minute_quotes_whole as m
  -- Processes of the version before store rows without making months, until they are replaced.
  union select p.parent, date_trunc('month', service_now() + make_interval(days => w.days), 'UTC')
    from (values ('flow_changes'), ('minute_quotes')) as p (parent), (values (-7), (0), (7)) as w (days)
    where exists (select 1 from service_time)
) as n;

insert into flow_changes (id, underlying, session, expiration, strike, type, since, quoted_at, known_at, volume,
  session_volume, open_interest, open_interest_change, price, premium, spot, print_id, side, opens, is_multi_leg,
  at_ask, at_bid, at_mid)
overriding system value
select f.id, f.underlying, f.session, f.expiration, f.strike, f.type, f.since, f.quoted_at, f.known_at, f.volume,
  f.session_volume, f.open_interest, f.open_interest_change, f.price, f.premium, f.spot, f.print_id, f.side,
  f.opens, f.is_multi_leg, f.at_ask, f.at_bid, f.at_mid
from flow_changes_whole as f order by f.id;
select setval('flow_changes_id_seq', s.last_value, s.is_called) from flow_changes_whole_id_seq as s;

insert into minute_quotes (minute, symbol, price, quoted_at, source)
select m.minute, m.symbol, m.price, m.quoted_at, m.source from minute_quotes_whole as m order by m.minute;

drop table flow_changes_whole, minute_quotes_whole;

-- Pruning finds old rows of these by their time.
create index quotes_quoted_at_idx on quotes (quoted_at);
