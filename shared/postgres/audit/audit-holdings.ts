import { type AuditRule, ROWS_MAX } from './audit-rule.ts'

/** What living accounts hold now. A contract's last 15 characters are its day, right and strike. */
export const HOLDINGS_AUDIT: readonly AuditRule[] = [
  {
    name: 'short-stock-was-allowed',
    promise: 'only who was allowed to sell short, or whom a late split met, is short of a stock',
    offenders: (sql) => sql`
      select p.account_id, p.epoch, p.instrument, p.quantity from positions as p
      join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'
      where p.quantity < 0 and char_length(p.instrument) <= 15 and not a.shorting
        and not exists (
          select 1 from account_events as v
          where v.account_id = a.id and v.kind = 'shorting_changed' and v.data->>'to' = 'true')
        and not exists (
          select 1 from ledger_entries as e
          join corporate_actions as c on c.kind = 'split' and e.key = 'split:' || c.symbol || ':' || c.ex_date::text
          where e.account_id = a.id and e.epoch = a.epoch and e.kind = 'split' and c.symbol = p.instrument
            and e.at >= (c.ex_date + time '09:30') at time zone 'America/New_York')
      limit ${ROWS_MAX}`,
  },
  {
    name: 'short-calls-are-covered',
    promise: 'for each day, calls written for it or later are no more than lots of shares and calls held as long',
    offenders: (sql) => sql`
      with held as (
        select p.account_id, p.epoch, p.quantity, char_length(p.instrument) > 15 as is_option, p.instrument,
          case when char_length(p.instrument) > 15 then left(p.instrument, greatest(char_length(p.instrument) - 15, 0))
            else replace(p.instrument, '.', '') end as root,
          left(right(p.instrument, 15), 6) as day, left(right(p.instrument, 9), 1) as side
        from positions as p join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'
        where p.quantity <> 0
      )
      select s.account_id, s.epoch, s.instrument, s.quantity,
        coalesce(sum(-h.quantity) filter (where h.is_option and h.quantity < 0), 0) as written,
        coalesce(sum(h.quantity) filter (where h.is_option and h.quantity > 0), 0) as longs,
        coalesce(sum(greatest(h.quantity, 0) / 100) filter (where not h.is_option), 0) as lots
      from held as s join held as h on h.account_id = s.account_id and h.epoch = s.epoch and h.root = s.root
      where s.is_option and s.side = 'C' and s.quantity < 0
        and (not h.is_option or (h.side = 'C' and h.day >= s.day))
      group by s.account_id, s.epoch, s.instrument, s.quantity
      having sum(case when not h.is_option then greatest(h.quantity, 0) / 100 else h.quantity end) < 0
      limit ${ROWS_MAX}`,
  },
  {
    name: 'expired-options-have-a-price',
    promise: 'an option that is held more than three days past its end has a frozen price',
    offenders: (sql) => sql`
      select p.account_id, p.epoch, p.instrument, p.quantity from positions as p
      join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'
      where p.quantity <> 0 and char_length(p.instrument) > 15
        and left(right(p.instrument, 15), 6)
          < to_char((service_now() at time zone 'America/New_York')::date - 3, 'YYMMDD')
        and not exists (
          select 1 from settlement_prices as s
          where replace(s.underlying, '.', '') = left(p.instrument, greatest(char_length(p.instrument) - 15, 0))
            and to_char(s.expiration, 'YYMMDD') = left(right(p.instrument, 15), 6))
      limit ${ROWS_MAX}`,
  },
]
