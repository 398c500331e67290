import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { runs } from '../../harness/property-tests.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { fragility } from '../fragility/fragility.ts'
import { currentPillars } from '../regime/market-regime.ts'
import { components } from '../signals/index.ts'
import { computeSnapshot, dailyRow } from '../snapshot/compute-snapshot.ts'
import { publishedAt } from '../sources/publication-lag.ts'
import { eveningFalls } from './evening-falls.ts'
import { HISTORY_HEADER, historyLine } from './history-columns.ts'
import { eveningInputs, type HistoryValue, knownHistory, type SeriesHistory } from './known-history.ts'
import { replay, sessionsOf } from './replay.ts'

const values = longHistory('2012-01-02', '2015-12-31', 7)
const history = knownHistory(values)
const sessions = sessionsOf(history)
const context = { cycleId: 'day', origin: 'imported' } as const

const aloneOn = (given: SeriesHistory, day: TradingDay) => eveningInputs(given)(day)
const lastEvening = (given: Iterable<Observation>) => {
  const inputs = aloneOn(knownHistory(given), sessions.at(-1)!)
  return { row: dailyRow(inputs, context), fragility: fragility(inputs) }
}

/** Finding out when a value was published takes most of the time of a history, so it is done once. */
const published: readonly Required<HistoryValue>[] = values.map((each) => ({
  ...each,
  knownAt: publishedAt(each.series, each.day),
}))

type Spoil = (value: Required<HistoryValue>) => HistoryValue[]
const SPOILS: Record<string, Spoil> = {
  deleted: () => [],
  huge: (each) => [{ ...each, value: 1e9 }],
  negative: (each) => [{ ...each, value: -1e9 }],
  'no number': (each) => [{ ...each, value: Number.NaN }],
}

/** Spoils every value that was not known that evening, whichever day it is for. */
function spoilt(day: TradingDay, spoil: Spoil): SeriesHistory {
  const evening = instantAt(day, '20:00')
  return knownHistory(published.flatMap((each) => (each.knownAt > evening ? spoil(each) : [each])))
}

const anyEvening = fc.record({
  day: fc.constantFrom(...sessions.slice(-500)),
  spoil: fc.constantFrom(...Object.values(SPOILS)),
})

describe('no look-ahead', () => {
  it.each(components)('$key reads the same when the future is deleted or poisoned', (component) => {
    fc.assert(
      fc.property(anyEvening, ({ day, spoil }) => {
        const reading = component.read(aloneOn(history, day))
        expect(reading.status).toBe('ready')
        expect(JSON.stringify(component.read(aloneOn(spoilt(day, spoil), day)))).toBe(JSON.stringify(reading))
      }),
      { numRuns: runs(12) },
    )
  })

  it('keeps daily row, snapshot, pillars and fragility byte-equal', () => {
    const all = (given: SeriesHistory, day: TradingDay) => {
      const inputs = aloneOn(given, day)
      const row = dailyRow(inputs, context)
      return JSON.stringify([row, computeSnapshot(inputs, context), currentPillars(inputs), fragility(inputs)])
    }
    fc.assert(
      fc.property(anyEvening, ({ day, spoil }) => {
        expect(all(spoilt(day, spoil), day)).toBe(all(history, day))
      }),
      { numRuns: runs(40) },
    )
  })

  it('would be noticed: on later evenings the spoilt values change the result', () => {
    const day = sessions.at(-40)!
    const later = sessions.at(-30)!
    const row = (given: SeriesHistory) => dailyRow(aloneOn(given, later), context)
    expect(row(spoilt(day, SPOILS.deleted!))).not.toEqual(row(history))
  })
})

describe('replay', () => {
  const days = [...replay(history)]

  it('agrees on every session with a computation of that evening alone', () => {
    expect(days.map(({ row }) => row.tradeDate)).toEqual(sessions)
    for (const at of [0, 20, 130, 270, 600, 999]) {
      const alone = aloneOn(history, sessions[at]!)
      expect(days[at]).toEqual({
        row: { ...dailyRow(alone, context) },
        pillars: currentPillars(alone),
        fragility: fragility(alone),
        falls: eveningFalls(history)(sessions[at]!),
      })
    }
  })

  it('begins without components and ends with all thirteen', () => {
    expect(days[0]!.row).toMatchObject({ healthScore: null, scoreLow: expect.any(Number) })
    expect(days.at(-1)!.row).toMatchObject({ livePoints: 100 })
    expect(days.at(-1)!.fragility.as_of.n_pillars).toBe(4)
  })

  it('visits calm and stress', () => {
    const regimes = new Set(days.map(({ row }) => row.regime))
    expect([...regimes]).toEqual(expect.arrayContaining(['RISK-ON', 'PANIC']))
  })

  it('does not depend on the order of the input', () => {
    const inOrderOf = (given: SeriesHistory) => JSON.stringify([...given].sort(([a], [b]) => (a < b ? -1 : 1)))
    expect(inOrderOf(knownHistory(published.toReversed()))).toBe(inOrderOf(history))
  })

  it('computes score and regime from three pillars without dealer gamma, as before 2011', () => {
    const last = lastEvening(values.filter(({ series }) => !['gex_vendor', 'dix'].includes(series)))
    expect(last.row).toMatchObject({ livePoints: 89, healthScore: expect.any(Number), regime: expect.any(String) })
    expect(last.row.points.gex).toBeNull()
    expect(last.fragility.as_of.n_pillars).toBe(3)
  })

  it('copes with 2003: no dealer gamma, dark pools, VIX3M or broad dollar, and a file that begins in summer', () => {
    const absent = ['gex_vendor', 'dix', 'vix3m_close', 'dtwexbgs']
    const isThere = (day: TradingDay) => day >= '2013-06-17' && day < '2014-09-01'
    const early = published.filter(({ series, day }) => !absent.includes(series) && isThere(day))
    const evenings = [...replay(knownHistory(early))]
    expect(evenings[0]!.row).toMatchObject({ tradeDate: '2013-06-17', healthScore: null, regime: null })
    // One session later three pillars are live; the score needs the 20-session change of oil.
    expect(evenings.findIndex(({ row }) => row.regime !== null)).toBe(1)
    expect(evenings.findIndex(({ row }) => row.healthScore !== null)).toBe(25)
    expect(evenings.findIndex(({ fragility: { score } }) => score !== null)).toBeLessThan(130)
    expect(evenings.at(-1)!.row).toMatchObject({ livePoints: 72, healthScore: expect.any(Number) })
    expect(evenings.slice(1).every(({ row }) => row.regime !== null)).toBe(true)
  })

  it('a value that a vendor left out of a day is late that evening, as in the final row of the service', () => {
    const [before, last] = sessions.slice(-2) as [TradingDay, TradingDay]
    const recent = values.filter(({ day }) => day >= '2014-10-01')
    const rowWithout = (series: readonly string[]) =>
      [...replay(knownHistory(recent.filter((each) => each.day !== last || !series.includes(each.series))))].at(-1)!.row
    const [whole, lacking] = [rowWithout([]), rowWithout(['gex_vendor', 'dix'])]
    expect(whole.scoreHigh).toBe(whole.scoreLow)
    expect(lacking.scoreHigh! - lacking.scoreLow!).toBeGreaterThanOrEqual(10)
    expect(lacking.valueDays).toMatchObject({ gex: before, dix: before, vix_term: last })
    expect(lacking.regimeReason).toContain(`for ${before}, 1 session old, stale): dealer gamma`)
  })

  it('ranks credit by the Baa-10y spread before HY OAS begins, and names the series in its column', () => {
    const years = values.filter(({ day }) => day >= '2014-07-01' && day < '2015-10-01')
    const baa: Observation[] = years.flatMap(({ series, day, value }) =>
      series === 'hy_oas' ? [{ series: 'baa10y', day, value: 1 + value / 4 }] : [],
    )
    const short = years.filter(({ series, day }) => series !== 'hy_oas' || day >= '2015-01-02')
    const evenings = [...replay(knownHistory([...short, ...baa]))]
    const column = HISTORY_HEADER.split(',').indexOf('percentile_credit_series')
    const series = evenings.map((day) => historyLine(day).split(',')[column])
    expect(series.slice(0, 126).every((each) => each === '')).toBe(true)
    expect([...new Set(series.slice(130))]).toEqual(['baa10y', 'hy_oas'])
    const first = evenings.find(({ row }, at) => row.tradeDate > '2015-01-05' && series[at] === 'hy_oas')!
    expect(first.fragility.pillars.find(({ pillar }) => pillar === 'credit')?.sessions).toBe(126)
  })

  it('gives no score, no regime and insufficient_data without gamma and breadth', () => {
    const two = values.filter(({ series }) => !['gex_vendor', 'pct_above_50dma'].includes(series))
    const last = [...replay(knownHistory(two.filter(({ day }) => day >= '2015-09-01')))].at(-1)!
    expect(last.row).toMatchObject({ healthScore: null, regime: null })
    expect(last.fragility).toMatchObject({ score: null, rating: 'insufficient_data' })
    const cells = historyLine(last).split(',')
    expect(cells.slice(1, 3)).toEqual(['', ''])
    expect(parse(historyLine(last))[0]).toHaveLength(HISTORY_HEADER.split(',').length)
  })
})
