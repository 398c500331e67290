-- Trading accounts of the service's own, which act on locked picks through the public API like any client.
create table house_accounts (
  name       text        primary key check (name in ('equal', 'chip')),
  account_id integer     not null unique references accounts (id),
  since      timestamptz not null default service_now()
);

-- One row for each attempt of an order. An attempt is written before anything is sent, its trade before the confirmation,
-- so that a worker that dies in between leaves a row from which the next one goes on.
create table house_orders (
  account    text        not null references house_accounts (name),
  contract   text        not null references screener_records (id),
  leg        text        not null check (leg in ('entry', 'exit')),
  attempt    integer     not null check (attempt > 0),
  day        date        not null,
  planned_at timestamptz not null,
  quantity   integer     not null check (quantity >= 0),
  state      text        not null check (state in ('placing', 'executing', 'filled', 'ended', 'missed', 'skipped')),
  trade_id   uuid,
  reason     text,
  fill       jsonb,
  primary key (account, contract, leg, attempt),
  check ((state = 'filled') = (fill is not null)),
  check (state not in ('ended', 'missed', 'skipped') or reason is not null),
  check (state not in ('filled', 'executing') or trade_id is not null)
);
-- A leg has one attempt that counts: nothing is placed twice.
create unique index house_orders_leg_idx on house_orders (account, contract, leg) where state <> 'ended';
create index house_orders_planned_idx on house_orders (planned_at desc);
