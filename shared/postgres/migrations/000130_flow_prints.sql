-- The tape also holds prints: single trades with the side that initiated, from a vendor of prints. A row without
-- `print_id` is a change of a stored chain.
alter table flow_changes
  add column print_id    text,
  add column side        text check (side in ('ask', 'bid', 'mid', 'unknown')),
  add column opens       boolean,
  add column is_multi_leg boolean,
  add column at_ask      double precision check (at_ask >= 0),
  add column at_bid      double precision check (at_bid >= 0),
  add column at_mid      double precision check (at_mid >= 0),
  alter column session_volume drop not null,
  alter column open_interest drop not null,
  alter column spot drop not null,
  drop constraint flow_changes_underlying_quoted_at_expiration_strike_type_key,
  add constraint flow_changes_basis_check check (
    case when print_id is null then session_volume is not null and open_interest is not null and spot is not null
    else side is not null and at_ask is not null and at_bid is not null and at_mid is not null end);
create unique index flow_changes_chain_idx on flow_changes (underlying, quoted_at, expiration, strike, type)
  where print_id is null;
create unique index flow_changes_print_idx on flow_changes (print_id) where print_id is not null;
create index flow_changes_prints_idx on flow_changes (underlying, session) where print_id is not null;
create index flow_changes_prints_tape_idx on flow_changes (quoted_at desc, id desc) where print_id is not null;
