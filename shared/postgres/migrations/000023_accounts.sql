-- Paper-trading accounts. Money is a whole number of 1e-4 dollars (`_e4`), never floating point, and stays below 1e15 so
-- that it is exact in a JSON number. Whoever changes anything of an account locks its row first.
create domain money_e4 as bigint check (value between -1000000000000000 and 1000000000000000);
create domain instrument as text check (value ~ '^[A-Z][A-Z0-9./-]{0,23}$');

create table accounts (
  id          integer generated always as identity primary key,
  name        text        not null check (char_length(name) between 1 and 64),
  epoch       integer     not null default 1 check (epoch >= 1),
  -- Entries of this epoch so far: the number of the newest, given under the lock.
  entries     integer     not null default 0 check (entries >= 0),
  initial_e4  money_e4    not null check (initial_e4 >= 0),
  cash_e4     money_e4    not null default 0,
  -- What only the service's own postings may leave behind; an agent's never do.
  deficit     boolean     not null default false,
  status      text        not null default 'active' check (status in ('active', 'suspended', 'closing_only', 'deleted')),
  shorting    boolean     not null default false,
  limits      jsonb       not null check (jsonb_typeof(limits) = 'object'),
  created_at  timestamptz not null default service_now(),
  constraint accounts_cash_covers check (cash_e4 >= 0 or deficit)
);

-- Real time throughout: a credential does not follow a simulated market.
create table account_tokens (
  id           text primary key check (id ~ '^[0-9A-Za-z]{12}$'),
  account_id   integer     not null references accounts (id),
  name         text        not null check (char_length(name) between 1 and 64),
  sha256       bytea       not null unique check (octet_length(sha256) = 32),
  scope        text        not null check (scope in ('read', 'trade')),
  created_at   timestamptz not null default clock_timestamp(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz
);
create index account_tokens_account_idx on account_tokens (account_id);

-- What happened to an account, by whom; never changed.
create table account_events (
  id          bigint generated always as identity primary key,
  account_id  integer     not null references accounts (id),
  epoch       integer     not null check (epoch >= 1),
  kind        text        not null,
  actor       text        not null check (actor in ('admin', 'agent', 'service')),
  data        jsonb       not null,
  at          timestamptz not null default service_now(),
  recorded_at timestamptz not null default clock_timestamp()
);
create index account_events_account_idx on account_events (account_id, id);

-- Append-only double entry. An entry is numbered within its epoch, has a key by which its cause has one effect, and says
-- what it did to the account's cash and what that was afterwards. `trade_id` is null for what no trade caused.
create table ledger_entries (
  id             bigint generated always as identity primary key,
  account_id     integer     not null references accounts (id),
  epoch          integer     not null check (epoch >= 1),
  number         integer     not null check (number >= 1),
  kind           text        not null check (kind in ('opening', 'trade', 'fee', 'settlement', 'dividend', 'split',
    'borrow_fee', 'liquidation', 'adjustment')),
  key            text        not null check (char_length(key) between 1 and 200),
  trade_id       uuid,
  cash_change_e4 money_e4    not null,
  cash_after_e4  money_e4    not null,
  at             timestamptz not null default service_now(),
  recorded_at    timestamptz not null default clock_timestamp(),
  unique (account_id, epoch, number),
  constraint ledger_entries_cause_once unique (account_id, epoch, key),
  check ((kind = 'opening') = (number = 1)),
  check (kind <> 'trade' or trade_id is not null),
  -- An account in deficit may still be paid, by closing what it holds.
  constraint ledger_entries_agent_covers check (kind <> 'trade' or cash_after_e4 >= 0 or cash_change_e4 >= 0)
);
create index ledger_entries_trade_idx on ledger_entries (trade_id) where trade_id is not null;

-- Each line moves cash, or a quantity of an instrument, in one book; `account` is the entry's own. `cost_e4` is the part
-- of the account's basis that came or went with the quantity; it is no money and has no other side.
create table ledger_postings (
  entry_id   bigint   not null references ledger_entries (id),
  line       smallint not null check (line >= 1),
  book       text     not null check (book in ('account', 'house', 'fees', 'dividends', 'borrow')),
  instrument instrument,
  amount_e4  money_e4,
  quantity   bigint check (quantity between -1000000000 and 1000000000),
  cost_e4    money_e4,
  primary key (entry_id, line),
  check ((instrument is null) = (amount_e4 is not null)),
  check ((instrument is not null) = (quantity is not null)),
  check ((instrument is not null and book = 'account') = (cost_e4 is not null))
);

-- What an account holds: short when negative, and then with negative cost, which is what it was sold for.
create table positions (
  account_id   integer    not null references accounts (id),
  epoch        integer    not null check (epoch >= 1),
  instrument   instrument not null,
  quantity     bigint     not null check (quantity between -1000000000 and 1000000000),
  cost_e4      money_e4   not null,
  -- Only where whoever opened it was allowed to be short: shorting, or covered by something else.
  may_be_short boolean    not null default false,
  primary key (account_id, epoch, instrument),
  constraint positions_are_covered check (quantity >= 0 or may_be_short),
  check (case sign(quantity) when 1 then cost_e4 >= 0 when -1 then cost_e4 <= 0 else cost_e4 = 0 end)
);

-- The first answer to a POST, by the caller's key. Hashed, as the key and the body are the caller's business. `answer` is
-- encrypted where it holds a token (`sealed`). Written in the transaction of the work, so both are there or neither.
create table idempotency_keys (
  scope      text        not null check (scope = 'admin' or scope ~ '^account:[0-9]+$'),
  key_sha256 bytea       not null check (octet_length(key_sha256) = 32),
  request    bytea       not null check (octet_length(request) = 32),
  status     smallint    not null check (status between 200 and 499),
  answer     bytea       not null,
  sealed     boolean     not null,
  created_at timestamptz not null default service_now(),
  primary key (scope, key_sha256)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger account_events_append_only before update or delete or truncate on account_events
  for each statement execute function refuse_change();

-- At the commit, so that an entry and its lines may be written in any order: cash and each instrument sum to zero over
-- the books, the account's part is what the entry says, and it follows from the entry before.
create function check_entry(entry bigint) returns void language plpgsql as $$
declare
  e record;
  own bigint;
  before bigint;
begin
  select le.account_id, le.epoch, le.number, le.cash_change_e4, le.cash_after_e4 into strict e
  from ledger_entries as le where le.id = entry;
  if exists (
    select 1 from ledger_postings as p where p.entry_id = entry group by p.instrument
    having sum(coalesce(p.amount_e4, p.quantity)) <> 0
  ) then
    raise exception 'ledger entry % does not sum to zero', entry
      using errcode = 'check_violation', constraint = 'ledger_entry_balances';
  end if;
  select coalesce(sum(p.amount_e4), 0) into own
  from ledger_postings as p where p.entry_id = entry and p.book = 'account';
  select coalesce(max(le.cash_after_e4), 0) into before
  from ledger_entries as le
  where le.account_id = e.account_id and le.epoch = e.epoch and le.number = e.number - 1;
  if own <> e.cash_change_e4 or before + own <> e.cash_after_e4 then
    raise exception 'ledger entry % says another amount than its lines', entry
      using errcode = 'check_violation', constraint = 'ledger_entry_adds_up';
  end if;
end $$;
create function check_new_entry() returns trigger language plpgsql as $$
begin
  perform check_entry(new.id);
  return null;
end $$;
create function check_new_posting() returns trigger language plpgsql as $$
begin
  perform check_entry(new.entry_id);
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_new_entry();
create constraint trigger ledger_postings_balance after insert on ledger_postings
  deferrable initially deferred for each row execute function check_new_posting();

-- And the account's cash is what its newest entry says.
create function check_account_cash() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from accounts as a
    left join ledger_entries as le on le.account_id = a.id and le.epoch = a.epoch and le.number = a.entries
    where a.id = new.id and a.cash_e4 is distinct from le.cash_after_e4
  ) then
    raise exception 'cash of account % is not what its ledger says', new.id
      using errcode = 'check_violation', constraint = 'account_cash_is_its_ledger';
  end if;
  return null;
end $$;
create constraint trigger accounts_cash_is_ledger after insert or update of cash_e4, epoch, entries on accounts
  deferrable initially deferred for each row execute function check_account_cash();
