import { describe, expect, it } from 'vitest'
import type { IndexMember } from '../../shared/domain/market/index-member.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { breadth } from './breadth.ts'
import { breadthSeries } from './breadth-series.ts'
import { sessionBreadth } from './member-breadth.ts'
import { NO_DATA } from './source.ts'

const LAST = tradingDay('2026-11-20')
const back = (sessions: number): TradingDay => addSessions(LAST, -sessions).day
const member = (symbol: string, since: TradingDay | null = null, sector: IndexMember['sector'] = 'Energy') => ({
  symbol,
  sector,
  since,
})
/** `count` closes up to the last session, all 100 but the last. */
const bars = (symbol: string, count: number, last: number, missing = -1) => {
  const indexes = Array.from({ length: count }, (_, index) => count - 1 - index).filter((index) => index !== missing)
  return { symbol, days: indexes.map(back), closes: indexes.map((index) => (index === 0 ? last : 100)) }
}
const breadthOf = (members: IndexMember[], all: ReturnType<typeof bars>[], day = LAST) =>
  sessionBreadth(members, all, [day])[0]!

describe('breadth of a session', () => {
  it('a member counts above its own average, which includes the day, once it has enough closes', () => {
    const members = ['UP', 'DOWN', 'FLAT', 'YOUNG', 'NEW'].map((symbol) => member(symbol))
    const all = [bars('UP', 250, 101), bars('DOWN', 250, 99), bars('FLAT', 250, 100), bars('YOUNG', 50, 101)]
    expect(breadthOf(members, [...all, bars('NEW', 49, 101)])).toMatchObject({
      members: 5,
      counted50: 4,
      above50: 2,
      counted200: 3,
      above200: 1,
    })
  })

  it('the long average needs two hundred closes, the day included', () => {
    const members = ['LONG', 'SHORT'].map((symbol) => member(symbol))
    const both = breadthOf(members, [bars('LONG', 200, 101), bars('SHORT', 199, 101)])
    expect(both).toMatchObject({ counted50: 2, counted200: 1, above200: 1 })
  })

  it('a member without a close of the day is not carried forward but counted as missing', () => {
    expect(breadthOf([member('GONE')], [bars('GONE', 250, 101, 0)])).toMatchObject({ members: 1, counted50: 0 })
    expect(breadthOf([member('SILENT')], [])).toMatchObject({ members: 1, counted50: 0, above50: 0 })
  })

  it('members are counted by sector, and only since they joined', () => {
    const members = [member('A'), member('B', null, 'Utilities'), member('C', back(0), 'Utilities')]
    const all = ['A', 'B', 'C'].map((symbol) => bars(symbol, 250, 101))
    expect(breadthOf(members, all).sectors).toMatchObject([
      { sector: 'Energy', members: 1, above50: 1 },
      { sector: 'Utilities', members: 2, above50: 2 },
    ])
    expect(breadthOf(members, all, back(1)).members).toBe(2)
  })

  it('closes after the day are ignored', () => {
    const before = breadthOf([member('A')], [bars('A', 250, 101)], back(1))
    expect(breadthOf([member('A')], [bars('A', 250, 1e6)], back(1))).toEqual(before)
  })
})

describe('breadth series', () => {
  const counts = { day: LAST, members: 100, counted50: 95, above50: 60, counted200: 89, above200: 50, sectors: [] }

  it('a series is a percentage of the counted members and needs nine tenths of the index', () => {
    expect(breadthSeries(counts)).toEqual([{ series: 'pct_above_50dma', day: LAST, value: 63.1579 }])
    expect(breadthSeries({ ...counts, counted50: 89 })).toEqual([])
    expect(breadthSeries({ ...counts, members: 0, counted50: 0, counted200: 0 })).toEqual([])
  })
})

describe('the breadth of a run', () => {
  const newest = (time: string) => {
    const context = { at: instantAt(LAST, time), day: LAST, mode: 'latest' as const, fredApiKey: null }
    const members = [member('A')]
    const derived = breadth.derive!(
      { ...NO_DATA, members, bars: [{ ...bars('A', 300, 101), rebased: false }] },
      context,
    )
    return derived.breadth!.at(-1)!.day
  }

  it('ends with the session before until half an hour after the close', () => {
    expect(['15:45', '16:29', '16:30'].map(newest)).toEqual([back(1), back(1), LAST])
  })

  it('is refused below nine tenths of the members with closes, and names how many there are', () => {
    const context = { at: instantAt(LAST, '17:00'), day: LAST, mode: 'latest' as const, fredApiKey: null }
    const derivedOf = (covered: number, all: number) => {
      const symbols = Array.from({ length: all }, (_, index) => `M${index}`)
      const own = symbols.slice(0, covered).map((symbol) => ({ ...bars(symbol, 300, 101), rebased: false }))
      return breadth.derive!({ ...NO_DATA, members: symbols.map((symbol) => member(symbol)), bars: own }, context)
    }
    expect(derivedOf(9, 10).breadth!.at(-1)).toMatchObject({ day: LAST, members: 10, counted50: 9 })
    expect(() => derivedOf(17, 20)).toThrow(`only 17 of 20 members have 50 closes up to ${LAST}`)
  })

  it('gives a past session another value when a member joins, and therefore corrects none', () => {
    const context = { at: instantAt(LAST, '17:00'), day: LAST, mode: 'latest' as const, fredApiKey: null }
    const yesterday = (moved: Record<string, number>) => {
      const own = Object.entries(moved).map(([symbol, close]) => {
        const { days, closes } = bars(symbol, 300, 100)
        return { symbol, days, closes: closes.with(-2, close), rebased: false }
      })
      const members = own.map(({ symbol }) => member(symbol))
      const { observations } = breadth.derive!({ ...NO_DATA, members, bars: own }, context)
      return observations.find(({ series, day }) => series === 'pct_above_50dma' && day === back(1))!.value
    }
    expect([yesterday({ A: 101 }), yesterday({ A: 101, B: 99 })]).toEqual([100, 50])
    expect(breadth.pastIsFinal).toBe(true)
  })
})
