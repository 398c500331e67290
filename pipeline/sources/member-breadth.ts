import { type IndexMember, type MemberBars, SECTORS, type Sector } from '../../shared/domain/market/index-member.ts'
import type { BreadthCounts, SessionBreadth } from '../../shared/domain/market/sector-breadth.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** The lengths of the averages in the member's own bars, the day's own included. */
const SHORT = 50
const LONG = 200

export type MemberCloses = Pick<MemberBars, 'symbol' | 'days' | 'closes'>

const nothing = (): BreadthCounts => ({ members: 0, counted50: 0, above50: 0, counted200: 0, above200: 0 })

/**
 * Breadth of the requested sessions. A member is counted on a day on which it was listed and has a close, and enough
 * closes before it: no close is carried forward, and fewer than 50 bars are not counted. `members` counts all listed
 * ones, so that the gap is visible.
 */
export function sessionBreadth(
  members: readonly IndexMember[],
  bars: readonly MemberCloses[],
  sessions: readonly TradingDay[],
): SessionBreadth[] {
  const tallies = new Map(sessions.map((day) => [day, new Map<Sector, BreadthCounts>()]))
  const closes = new Map(bars.map((one) => [one.symbol, one]))
  for (const member of members) tallyMember(member, closes.get(member.symbol), tallies)
  return sessions.map((day) => {
    const bySector = tallies.get(day)!
    const sectors = SECTORS.flatMap((sector) => {
      const counts = bySector.get(sector)
      return counts ? [{ sector, ...counts }] : []
    })
    return { day, ...totalOf(sectors), sectors }
  })
}

type Tallies = ReadonlyMap<TradingDay, Map<Sector, BreadthCounts>>

function tallyMember({ sector, since }: IndexMember, bars: MemberCloses | undefined, tallies: Tallies): void {
  const listed = (day: TradingDay) => since === null || since <= day
  for (const [day, bySector] of tallies) {
    if (!listed(day)) continue
    const counts = bySector.get(sector) ?? nothing()
    counts.members++
    bySector.set(sector, counts)
  }
  if (!bars) return
  const sums = runningSums(bars.closes)
  for (const [index, day] of bars.days.entries()) {
    const counts = tallies.get(day)?.get(sector)
    if (!counts || !listed(day)) continue
    const close = bars.closes[index]!
    const average = (length: number) => (sums[index + 1]! - sums[index + 1 - length]!) / length
    if (index + 1 >= SHORT) {
      counts.counted50++
      if (close > average(SHORT)) counts.above50++
    }
    if (index + 1 >= LONG) {
      counts.counted200++
      if (close > average(LONG)) counts.above200++
    }
  }
}

function runningSums(closes: readonly number[]): Float64Array {
  const sums = new Float64Array(closes.length + 1)
  for (const [index, close] of closes.entries()) sums[index + 1] = sums[index]! + close
  return sums
}

function totalOf(sectors: readonly BreadthCounts[]): BreadthCounts {
  const total = nothing()
  for (const counts of sectors)
    for (const key of Object.keys(total) as (keyof BreadthCounts)[]) total[key] += counts[key]
  return total
}
