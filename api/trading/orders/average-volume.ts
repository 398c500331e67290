import { sharesSince, splitsMissing } from '../../../shared/domain/market/known-split.ts'
import { dailyVolumes } from '../../../shared/postgres/market/quotes.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import { splitsKnown } from '../../../shared/postgres/trading/corporate-actions.ts'
import { eastern } from '../../../shared/time/eastern.ts'

/** Fewer sessions do not show what is usual. */
const VOLUME_SESSIONS_MIN = 5

/**
 * The average daily volume of the sessions before an instant, in the shares of that instant; null if too few are known.
 * A vendor restates the bars before a split only in the evening of its ex-date or later, which the price of the instant
 * shows; quotes used instead of a bar are never restated.
 */
export async function averageDailyVolume(
  tx: Tx,
  symbol: string,
  { now, price }: { now: Date; price: number },
): Promise<number | null> {
  const { day: today } = eastern(now)
  const [sessions, known] = await Promise.all([
    dailyVolumes(tx, symbol, now),
    splitsKnown(tx, { symbols: [symbol], upTo: today, knownBy: now }),
  ])
  if (sessions.length < VOLUME_SESSIONS_MIN) return null
  const splits = known.get(symbol) ?? []
  const bars = sessions.flatMap(({ day, close }) => (close === null ? [] : [{ day, close }]))
  const closes = { days: bars.map(({ day }) => day), closes: bars.map(({ close }) => close) }
  const missing = splitsMissing(closes, splits, { day: today, price })
  const volumes = sessions.map(({ day, volume, close }) => volume * sharesSince(close === null ? splits : missing, day))
  return volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length
}
