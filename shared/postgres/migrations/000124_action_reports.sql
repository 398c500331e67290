-- What vendors say of corporate actions: one row a vendor, in its newest terms.
create table action_reports (
  symbol   text        not null check (symbol ~ '^[A-Z]{1,5}(\.[A-Z])?$'),
  kind     text        not null check (kind in ('dividend', 'split', 'symbol_change', 'merger', 'delisting')),
  ex_date  date        not null,
  vendor   text        not null check (char_length(vendor) between 1 and 64),
  terms    jsonb       not null,
  known_at timestamptz not null,
  primary key (symbol, kind, ex_date, vendor)
);

-- What the service made of them. `open`: not judged for good; `applied`: by the service itself; `proposed`: an
-- operator decides, and until then positions of the symbol may only be closed; `accepted` and `rejected`: decided.
create table action_proposals (
  id          integer generated always as identity primary key,
  symbol      text        not null,
  kind        text        not null,
  ex_date     date        not null,
  state       text        not null default 'open' check (state in ('open', 'applied', 'proposed', 'accepted', 'rejected')),
  reason      text,
  known_at    timestamptz not null,
  decided_at  timestamptz,
  unique (symbol, kind, ex_date),
  check ((state in ('applied', 'accepted', 'rejected')) = (decided_at is not null)),
  check (state = 'open' or reason is not null)
);
create index action_proposals_undecided_idx on action_proposals (symbol) where state in ('open', 'proposed');
create index action_proposals_ended_idx on action_proposals (symbol)
  where state = 'accepted' and kind in ('symbol_change', 'merger', 'delisting');
