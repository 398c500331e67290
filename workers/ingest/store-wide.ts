import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import type { FeedContext, FeedData } from '../../pipeline/sources/source.ts'
import type { MemberBars } from '../../shared/domain/market/index-member.ts'
import type { Origin } from '../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { saveFedFundFutures } from '../../shared/postgres/market/fed-fund-futures.ts'
import { restateEarlierBars, saveMemberBars, saveMembers } from '../../shared/postgres/market/members.ts'
import { saveSectorBreadth } from '../../shared/postgres/market/sector-breadth.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { storeCompanies } from './store-companies.ts'

/** Enough for a 200-day average on each of the last hundred sessions; later bars are kept for longer. */
const FILLED_BARS_DAYS = 450

/** How and when a payload came to us. */
export interface Fetched {
  source: string
  origin: Origin
  mode: FeedContext['mode']
  at: Date
}

/** Older bars are stored already; after a split all are new. */
const LATEST_DAYS = 35

/** A vendor's history was knowable when it was published, not only when the service first fetched it. */
export function knowledge(
  series: SeriesId,
  day: TradingDay,
  { mode, at, origin }: Fetched,
): { knownAt: Date; origin: Origin } {
  if (mode === 'latest') return { knownAt: at, origin }
  const published = publishedAt(series, day)
  return { knownAt: published < at ? published : at, origin: 'imported' }
}

const isRebased = ({ rebased }: MemberBars): boolean => rebased
/** The closes from which the restatement of an answer is measured. */
const START_SESSIONS = 10
const startOf = ({ symbol, days, closes }: MemberBars) => ({
  symbol,
  days: days.slice(0, START_SESSIONS),
  closes: closes.slice(0, START_SESSIONS),
})

/** Stores the data with tables of their own: index members, their bars, breadth by sector, futures. */
export async function storeWide(tx: Tx, data: FeedData, fetched: Fetched): Promise<number> {
  const { source, at } = fetched
  let stored = await saveMembers(tx, data.members, { at, source })
  const today = eastern(at).day
  const news = addDays(today, -LATEST_DAYS)
  const kept = addDays(today, -FILLED_BARS_DAYS)
  const bars = data.bars.flatMap(({ symbol, days, closes, ranges, rebased }) => {
    const from = fetched.mode === 'latest' && !rebased ? news : kept
    return days.flatMap((day, index) =>
      day >= from
        ? [
            {
              symbol,
              day,
              close: closes[index]!,
              range: ranges?.[index] ?? null,
              ...knowledge('pct_above_50dma', day, fetched),
            },
          ]
        : [],
    )
  })
  if (fetched.mode === 'latest')
    stored += await restateEarlierBars(tx, data.bars.filter(isRebased).map(startOf), fetched)
  stored += await saveMemberBars(tx, bars, source)
  stored += await saveSectorBreadth(
    tx,
    data.breadth.map((breadth) => ({ breadth, source, ...knowledge('pct_above_50dma', breadth.day, fetched) })),
  )
  const futures = data.futures.map((future) => {
    const { day } = eastern(future.quotedAt)
    return { ...future, ...knowledge('spy_close', day, fetched) }
  })
  stored += await saveFedFundFutures(tx, futures, source)
  return stored + (await storeCompanies(tx, data, fetched))
}
