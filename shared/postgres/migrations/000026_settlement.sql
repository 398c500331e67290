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

-- Dividends and splits as an operator or a vendor announced them, one of a kind and symbol a day. `closed_at`
-- says that every holder has been sent its part, by a message of its own.
create table corporate_actions (
  id                integer generated always as identity primary key,
  symbol            text        not null check (symbol ~ '^[A-Z]{1,5}(\.[A-Z])?$'),
  kind              text        not null check (kind in ('dividend', 'split')),
  ex_date           date        not null,
  -- Of a dividend, for each share that is held when the day begins.
  amount_e4         money_e4    check (amount_e4 > 0),
  pay_date          date        check (pay_date >= ex_date),
  -- Of a split: so many new shares for so many old ones, and what a whole new share is paid where a part is left over.
  new_shares        integer     check (new_shares between 1 and 1000),
  old_shares        integer     check (old_shares between 1 and 1000),
  fraction_price_e4 money_e4    check (fraction_price_e4 > 0),
  source            text        not null check (char_length(source) between 1 and 64),
  known_at          timestamptz not null default service_now(),
  -- Of a dividend: holders were told of it.
  accrued_at        timestamptz,
  closed_at         timestamptz,
  unique (symbol, kind, ex_date),
  check ((kind = 'dividend') = (amount_e4 is not null and pay_date is not null)),
  check ((kind = 'split') = (new_shares is not null and old_shares is not null)),
  check (kind <> 'split' or old_shares = 1 or fraction_price_e4 is not null),
  check (kind <> 'split' or new_shares <> old_shares)
);
create index corporate_actions_open_idx on corporate_actions (ex_date) where closed_at is null;

-- Who holds, or ever held, an instrument.
create index positions_instrument_idx on positions (instrument);
