import type { Db } from '../server/db.ts'
import { closeTime } from '../server/half-days.ts'

/** Positions `p` of open accounts `a` in their present epochs. */
export const openPositions = (sql: Db) => sql`
  positions as p join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'`

/** Only an option's name is longer than the 15 characters of its day, right and strike, which follow its root. */
export const isOption = (sql: Db, instrument = 'p.instrument') => sql`(char_length(${sql(instrument)}) > 15)`
export const optionRoot = (sql: Db) => sql`left(p.instrument, greatest(char_length(p.instrument) - 15, 0))`
export const optionDay = (sql: Db) => sql`left(right(p.instrument, 15), 6)`

/** The key of a corporate action `c`: of its entries, and the subject of its events. */
export const actionKey = (sql: Db) => sql`(c.kind || ':' || c.symbol || ':' || c.ex_date::text)`
/** The open on the day of a corporate action `c`; positions held before it take part. */
export const recordInstant = (sql: Db) => sql`((c.ex_date + time '09:30') at time zone 'America/New_York')`

/** The close of a session, given as an expression of its date. */
export const closeInstant = (sql: Db, day: ReturnType<Db>) =>
  sql`((${day} + ${closeTime(sql, day)}) at time zone 'America/New_York')`

/** Shares `h.shares` of the symbol of `c` that the account of entry `e` held before the action. */
export const sharesOfRecord = (sql: Db) => sql`
  left join lateral (
    select coalesce(sum(p.quantity), 0)::bigint as shares
    from ledger_entries as b join ledger_postings as p on p.entry_id = b.id
    where b.account_id = e.account_id and b.epoch = e.epoch and p.book = 'account' and p.instrument = c.symbol
      and b.id <> e.id and b.at < ${recordInstant(sql)}
  ) as h on true`
