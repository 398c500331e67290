-- On a delayed feed a confirmed trade is executing until the first quote that the vendor dates at or after the
-- confirmation, so that a reader of a faster feed cannot trade on the past.
alter table trades add column confirmed_at timestamptz;
alter table trades
  drop constraint trades_status_check,
  drop constraint trades_check3,
  add constraint trades_status_check
    check (status in ('pending', 'executing', 'executed', 'expired', 'cancelled', 'rejected')),
  add constraint trades_end_has_its_time check ((status in ('pending', 'executing')) = (ended_at is null)),
  add constraint trades_executing_was_confirmed
    check ((status <> 'executing' or confirmed_at is not null) and confirmed_at between created_at and expires_at
      and ended_at >= confirmed_at);
create index trades_executing_idx on trades (confirmed_at) where status = 'executing';

create or replace function check_trade_step() returns trigger language plpgsql as $$
declare
  outcome constant text[] := '{status,reason,ended_at,executed_price_e4,live_price_e4,confirm_key,fill_notional_e4,
    fill_fees_e4,fill_total_e4,confirmed_at}'::text[];
begin
  if old.status not in ('pending', 'executing') then
    raise exception 'trade % has ended', old.id using errcode = 'restrict_violation', constraint = 'trade_is_final';
  end if;
  if old.status = 'executing' and (new.status in ('pending', 'executing') or new.confirmed_at is distinct from
    old.confirmed_at or new.confirm_key is distinct from old.confirm_key) then
    raise exception 'trade % was confirmed', old.id using errcode = 'restrict_violation', constraint = 'trade_is_final';
  end if;
  if to_jsonb(old) - outcome <> to_jsonb(new) - outcome then
    raise exception 'what trade % quoted stays', old.id
      using errcode = 'restrict_violation', constraint = 'trade_quote_is_final';
  end if;
  return new;
end $$;
