-- What an underlying was worth for the options that expired on a day: known once, for every account, and never changed.
create table settlement_prices (
  underlying text        not null,
  expiration date        not null,
  price_e4   money_e4    not null check (price_e4 > 0),
  source     text        not null check (char_length(source) between 1 and 64),
  -- When the market said so, and when we took it for good; both service time.
  quoted_at  timestamptz not null,
  frozen_at  timestamptz not null default service_now(),
  primary key (underlying, expiration)
);
create trigger settlement_prices_append_only before update or delete or truncate on settlement_prices
  for each statement execute function refuse_change();

-- Options that are held, by the six digits of their expiration: what a settlement looks for.
create index positions_options_idx on positions ((left(right(instrument, 15), 6)))
  where quantity <> 0 and char_length(instrument) > 15;

-- Who owes cash, which is nobody on most days.
create index accounts_deficit_idx on accounts (id) where deficit;
