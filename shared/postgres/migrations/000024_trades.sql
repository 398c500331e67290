-- A trade is a quote for a minute and what became of it. Amounts are 1e-4 dollars; `total_e4` is what it does to the cash.
-- What was quoted never changes, and what has ended stays as it ended: triggers below see to both.
create table trades (
  id                uuid        primary key default gen_random_uuid(),
  -- In the order they were made, for lists.
  number            bigint      generated always as identity unique,
  account_id        integer     not null references accounts (id),
  epoch             integer     not null check (epoch >= 1),
  client_order_id   text        check (char_length(client_order_id) between 1 and 64),
  -- Digest of what was asked for, so that a client's own id is known to be of the same order.
  request_sha256    bytea       not null check (octet_length(request_sha256) = 32),
  class             text        not null check (class in ('stock', 'option', 'package')),
  underlying        text        not null check (underlying ~ '^[A-Z]{1,5}(\.[A-Z])?$'),
  -- Of a package null: its price says whether it costs or brings.
  side              text        check (side in ('buy', 'sell')),
  quantity          bigint      not null check (quantity between 1 and 1000000000),
  -- Per unit of quantity; of a package its net, and below zero when it brings cash.
  price_e4          money_e4    not null,
  notional_e4       money_e4    not null check (notional_e4 >= 0),
  fees_e4           money_e4    not null check (fees_e4 >= 0),
  total_e4          money_e4    not null,
  cash_before_e4    money_e4    not null,
  cash_after_e4     money_e4    not null,
  tolerance_e4      money_e4    not null check (tolerance_e4 >= 0),
  bid_e4            money_e4    not null,
  ask_e4            money_e4    not null,
  quoted_at         timestamptz not null,
  source            text        not null,
  delay_seconds     integer     not null check (delay_seconds >= 0),
  -- What the service itself holds against it, as it was quoted.
  rich              jsonb       not null check (jsonb_typeof(rich) = 'object'),
  status            text        not null default 'pending'
    check (status in ('pending', 'executed', 'expired', 'cancelled', 'rejected')),
  reason            text        check (reason ~ '^[a-z_]{1,40}$'),
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  ended_at          timestamptz,
  executed_price_e4 money_e4,
  -- The same side of the market when it was confirmed.
  live_price_e4     money_e4,
  confirm_key       bytea       check (octet_length(confirm_key) = 32),
  check (class = 'package' or (side is not null and price_e4 >= 0)),
  check (cash_after_e4 = cash_before_e4 + total_e4),
  check (expires_at > created_at),
  check ((status = 'pending') = (ended_at is null)),
  check (status not in ('expired', 'cancelled', 'rejected') or reason is not null),
  -- The fill is the quoted price, or there is none.
  check (case status when 'executed' then executed_price_e4 = price_e4 and reason is null and live_price_e4 is not null
    else executed_price_e4 is null end),
  constraint trades_client_order_once unique (account_id, epoch, client_order_id)
);
create index trades_account_idx on trades (account_id, number desc);
create index trades_pending_idx on trades (account_id, expires_at) where status = 'pending';
create index trades_overdue_idx on trades (expires_at) where status = 'pending';
create index trades_created_idx on trades (account_id, created_at desc);

-- What one trade moves: signed quantities as the account sees them. A single order has one leg.
create table trade_legs (
  trade_id   uuid       not null references trades (id),
  leg        smallint   not null check (leg between 1 and 8),
  instrument instrument not null,
  quantity   bigint     not null check (quantity between -1000000000 and 1000000000 and quantity <> 0),
  price_e4   money_e4   not null check (price_e4 >= 0),
  bid_e4     money_e4   not null check (bid_e4 >= 0),
  ask_e4     money_e4   not null check (ask_e4 >= 0),
  multiplier integer    not null check (multiplier in (1, 100)),
  primary key (trade_id, leg),
  unique (trade_id, instrument)
);

create trigger trade_legs_append_only before update or delete or truncate on trade_legs
  for each statement execute function refuse_change();
create trigger trades_stay before delete or truncate on trades for each statement execute function refuse_change();

create function check_new_leg() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from trades as t where t.id = new.trade_id and t.status = 'pending') then
    raise exception 'trade % takes no more legs', new.trade_id
      using errcode = 'restrict_violation', constraint = 'trade_is_final';
  end if;
  return new;
end $$;
create trigger trade_legs_of_pending before insert on trade_legs for each row execute function check_new_leg();

-- One step from pending to an end, and nothing that was quoted changes with it.
create function check_trade_step() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then
    raise exception 'trade % has ended', old.id using errcode = 'restrict_violation', constraint = 'trade_is_final';
  end if;
  if to_jsonb(old) - '{status,reason,ended_at,executed_price_e4,live_price_e4,confirm_key}'::text[]
    <> to_jsonb(new) - '{status,reason,ended_at,executed_price_e4,live_price_e4,confirm_key}'::text[] then
    raise exception 'what trade % quoted stays', old.id
      using errcode = 'restrict_violation', constraint = 'trade_quote_is_final';
  end if;
  return new;
end $$;
create trigger trades_step before update on trades for each row execute function check_trade_step();

-- Executed if and only if its entry is in the ledger, seen at the commit from either side.
alter table ledger_entries add constraint ledger_entries_trade_fk foreign key (trade_id) references trades (id);
create unique index ledger_entries_trade_once on ledger_entries (trade_id) where kind = 'trade';

create function check_trade_entry(trade uuid) returns void language plpgsql as $$
begin
  if exists (
    select 1 from trades as t
    left join ledger_entries as e on e.trade_id = t.id and e.kind = 'trade' and e.account_id = t.account_id
      and e.epoch = t.epoch
    where t.id = trade and (t.status = 'executed') <> (e.id is not null)
  ) then
    raise exception 'trade % and its ledger entry disagree', trade
      using errcode = 'check_violation', constraint = 'trade_has_its_entry';
  end if;
end $$;
create function check_ended_trade() returns trigger language plpgsql as $$
begin
  perform check_trade_entry(new.id);
  return null;
end $$;
create function check_entry_of_trade() returns trigger language plpgsql as $$
begin
  perform check_trade_entry(new.trade_id);
  return null;
end $$;
create constraint trigger trades_have_their_entry after insert or update of status on trades
  deferrable initially deferred for each row when (new.status = 'executed') execute function check_ended_trade();
create constraint trigger ledger_entries_have_their_trade after insert on ledger_entries
  deferrable initially deferred for each row when (new.kind = 'trade') execute function check_entry_of_trade();
