-- What an account was worth at an hour of the session or at its close. `at` is the instant it is for, `taken_at` the one
-- it was read at; `entries` is the number of the newest ledger entry by then, so that cash and quantities can be proved.
-- The worth is null while anything held has no mark, never a part of it. Hourly ones go after 400 days.
create table account_snapshots (
  account_id   integer     not null,
  epoch        integer     not null,
  slot         text        not null check (slot ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  kind         text        not null check (kind in ('hourly', 'close')),
  at           timestamptz not null,
  taken_at     timestamptz not null,
  entries      integer     not null,
  cash_e4      money_e4    not null,
  positions    integer     not null check (positions >= 0),
  unmarked     integer     not null check (unmarked between 0 and positions),
  positions_e4 money_e4,
  equity_e4    money_e4,
  -- Of the largest positions only, where there are very many: {instrument, quantity, mark_e4, value_e4, …}.
  marks        jsonb       not null check (jsonb_typeof(marks) = 'array' and jsonb_array_length(marks) <= 500),
  spy_e4       money_e4 check (spy_e4 > 0),
  primary key (account_id, epoch, slot),
  foreign key (account_id, epoch, entries) references ledger_entries (account_id, epoch, number),
  check ((positions_e4 is null) = (unmarked > 0)),
  check (equity_e4 is not distinct from cash_e4 + positions_e4)
);
create index account_snapshots_at_idx on account_snapshots (at);
