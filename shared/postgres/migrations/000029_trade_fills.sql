-- A trade fills at the live touch of its confirmation and never beyond the worst price that its quote named. Trades of
-- rules version 1 filled at exactly their quoted price, so that price was their worst.
alter table trades
  add column rules_version   integer not null default 1 check (rules_version >= 1),
  add column worst_price_e4  money_e4,
  -- What the fill did: without these columns an ended trade was not filled.
  add column fill_notional_e4 money_e4 check (fill_notional_e4 >= 0),
  add column fill_fees_e4     money_e4 check (fill_fees_e4 >= 0),
  add column fill_total_e4    money_e4;

alter table trades disable trigger trades_step;
update trades set worst_price_e4 = price_e4,
  fill_notional_e4 = case status when 'executed' then notional_e4 end,
  fill_fees_e4 = case status when 'executed' then fees_e4 end,
  fill_total_e4 = case status when 'executed' then total_e4 end;
alter table trades enable trigger trades_step;

alter table trades alter column worst_price_e4 set not null;
-- The old check said that the fill is the quoted price.
alter table trades drop constraint trades_check5;
alter table trades
  add constraint trades_worst_is_bound check (
    case side when 'sell' then worst_price_e4 between 0 and price_e4 else worst_price_e4 >= price_e4 end),
  add constraint trades_fill_in_bound check (
    case status when 'executed' then executed_price_e4 is not null and reason is null and live_price_e4 is not null
      and fill_notional_e4 is not null and fill_fees_e4 is not null and fill_total_e4 is not null
      and case side when 'sell' then executed_price_e4 >= worst_price_e4 else executed_price_e4 <= worst_price_e4 end
    else executed_price_e4 is null and fill_notional_e4 is null and fill_fees_e4 is null and fill_total_e4 is null end);

-- The touch that filled each leg, for the audit.
create table trade_fills (
  trade_id      uuid        not null,
  leg           smallint    not null,
  price_e4      money_e4    not null check (price_e4 >= 0),
  bid_e4        money_e4    not null check (bid_e4 >= 0),
  ask_e4        money_e4    not null check (ask_e4 >= 0),
  -- The vendor's own time of the touch.
  quoted_at     timestamptz not null,
  source        text        not null,
  delay_seconds integer     not null check (delay_seconds >= 0),
  primary key (trade_id, leg),
  foreign key (trade_id, leg) references trade_legs (trade_id, leg)
);
create trigger trade_fills_append_only before update or delete or truncate on trade_fills
  for each statement execute function refuse_change();

create or replace function check_trade_step() returns trigger language plpgsql as $$
declare
  outcome constant text[] := '{status,reason,ended_at,executed_price_e4,live_price_e4,confirm_key,fill_notional_e4,
    fill_fees_e4,fill_total_e4}'::text[];
begin
  if old.status <> 'pending' then
    raise exception 'trade % has ended', old.id using errcode = 'restrict_violation', constraint = 'trade_is_final';
  end if;
  if to_jsonb(old) - outcome <> to_jsonb(new) - outcome then
    raise exception 'what trade % quoted stays', old.id
      using errcode = 'restrict_violation', constraint = 'trade_quote_is_final';
  end if;
  return new;
end $$;
