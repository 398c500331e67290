import type { TradingDay } from '../../time/trading-day.ts'
import type { Db, Tx } from '../server/db.ts'

/** A day has one digest; the first is kept. */
export async function saveScreenerDigest(
  tx: Tx,
  { day, at, document }: { day: TradingDay; at: Date; document: object },
): Promise<void> {
  await tx`
    insert into screener_digests (day, made_at, document) values (${day}, ${at}, ${tx.json(document as never)})
    on conflict do nothing`
}

export async function newestDigest<T>(db: Db): Promise<{ day: TradingDay; document: T } | null> {
  const rows = await db<{ day: TradingDay; document: T }[]>`
    select d.day, d.document from screener_digests as d order by d.day desc limit 1`
  return rows[0] ?? null
}
