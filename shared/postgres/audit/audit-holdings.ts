import type { AuditRule } from './audit-rule.ts'
import { actionKey, isOption, openPositions, optionDay, optionRoot, recordInstant } from './audit-sql.ts'

/** The present positions of open accounts. */
export const HOLDINGS_AUDIT: readonly AuditRule[] = [
  {
    name: 'short-stock-was-allowed',
    promise: 'only an account that was allowed to sell short, or that a late split affected, is short of a stock',
    offenders: (sql) => sql`
      select p.account_id, p.epoch, p.instrument, p.quantity from ${openPositions(sql)}
      where p.quantity < 0 and not ${isOption(sql)} and not a.shorting
        and not exists (
          select 1 from account_events as v
          where v.account_id = a.id and v.kind = 'shorting_changed' and v.data->>'to' = 'true')
        and not exists (
          select 1 from ledger_entries as e
          join corporate_actions as c on c.kind = 'split' and e.key = ${actionKey(sql)}
          where e.account_id = a.id and e.epoch = a.epoch and e.kind = 'split' and c.symbol = p.instrument
            and e.at >= ${recordInstant(sql)})`,
  },
  {
    name: 'short-calls-are-covered',
    promise: 'short calls of a day or later never exceed the lots of shares plus the long calls of that day or later',
    offenders: (sql) => sql`
      with held as (
        select p.account_id, p.epoch, p.quantity, ${isOption(sql)} as is_option, p.instrument,
          case when ${isOption(sql)} then ${optionRoot(sql)}
            else replace(p.instrument, '.', '') end as root,
          ${optionDay(sql)} as day, left(right(p.instrument, 9), 1) as side
        from ${openPositions(sql)}
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
      having sum(case when not h.is_option then greatest(h.quantity, 0) / 100 else h.quantity end) < 0`,
  },
  {
    name: 'expired-options-have-a-price',
    promise: 'an option still held more than three days after its expiration has a frozen price',
    offenders: (sql) => sql`
      select p.account_id, p.epoch, p.instrument, p.quantity from ${openPositions(sql)}
      where p.quantity <> 0 and ${isOption(sql)}
        and ${optionDay(sql)}
          < to_char((service_now() at time zone 'America/New_York')::date - 3, 'YYMMDD')
        and not exists (
          select 1 from settlement_prices as s
          where replace(s.underlying, '.', '') = ${optionRoot(sql)}
            and to_char(s.expiration, 'YYMMDD') = ${optionDay(sql)})`,
  },
]
