import { describe, expect, test } from 'vitest'
import { option } from '../../harness/fixtures/option-row.ts'
import { barsOf, UNKNOWN } from '../../harness/fixtures/unknown-company.ts'
import { GammaPanel } from '../../shared/domain/contract/company/gamma.ts'
import { OptionsPanel } from '../../shared/domain/contract/company/options.ts'
import { OwnershipPanel } from '../../shared/domain/contract/company/ownership.ts'
import { ProfilePanel } from '../../shared/domain/contract/company/profile.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { companyPanels } from './index.ts'
import { clustersOf, NO_SECTOR, sectorPast } from './panels/analogs.ts'
import { earningsPanel } from './panels/earnings.ts'
import { ownershipPanel } from './panels/ownership.ts'
import { averageTrueRange, pricePanel } from './panels/price.ts'
import { sentimentPanel } from './panels/sentiment.ts'
import { placesOf } from './states.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN

describe('a company of which nothing is known', () => {
  test('has every panel with nulls, empty lists and a reason for each', () => {
    const panels = companyPanels(UNKNOWN, { gamma: null, sector: NO_SECTOR })
    for (const [name, panel] of Object.entries(panels)) {
      if (name === 'watch') continue
      expect(Object.keys((panel as { reasons: object }).reasons), name).not.toEqual([])
    }
    expect(OptionsPanel.parse(panels.options)).toMatchObject({ latest: null, history: [], n: 0 })
    expect(GammaPanel.parse(panels.gamma)).toMatchObject({ spot: null, profile: [] })
    expect(OwnershipPanel.parse(panels.ownership)).toMatchObject({ transactions: [], short_interest: null })
    expect(ProfilePanel.parse(panels.profile)).toMatchObject({ close: null, notable: [] })
  })
})

describe('price', () => {
  test('the true range counts the gap from the close before', () => {
    expect(averageTrueRange(barsOf(Array.from({ length: 15 }, () => 100)))).toBe(2)
    expect(averageTrueRange(barsOf(Array.from({ length: 15 }, (_, at) => 100 + 5 * at)))).toBe(6)
    expect(averageTrueRange(barsOf([100, 101]))).toBeNull()
  })

  test('relative strength is the change less that of SPY over the same sessions', () => {
    const own = barsOf([100, 110])
    const knownAt = new Date('2026-11-20T01:00:00Z')
    const market = own.map(({ day }, at) => ({ day, value: [400, 404][at]!, knownAt }))
    const panel = pricePanel({ ...UNKNOWN, bars: own, market })
    expect(panel.change.d1).toBe(0.1)
    expect(panel.relative.d1).toBeCloseTo(0.09, 6)
    expect(panel.reasons.sma200).toBe('needs 200 sessions, 2 are known')
    const spy = panel.inputs.find(({ name }) => name === 'closes of SPY')
    expect(spy?.known_at).toBe('2026-11-19T20:00:00-05:00')
  })

  test('the highest and the lowest of a year need 252 sessions', () => {
    const closes = [250, 50, ...Array.from({ length: 249 }, () => 100)]
    const short = pricePanel({ ...UNKNOWN, bars: barsOf(closes) })
    const reason = 'needs 252 sessions, 251 are known'
    expect(short).toMatchObject({ close: 100, high_252: null, low_252: null, from_high: null })
    expect(short.reasons).toMatchObject({ high_252: reason, low_252: reason, from_high: reason })
    const whole = pricePanel({ ...UNKNOWN, bars: barsOf([...closes, 100]) })
    expect(whole).toMatchObject({ high_252: 250, low_252: 50, from_high: -0.6 })
    expect(whole.reasons).not.toHaveProperty('high_252')
  })

  test('each change is over its own number of sessions', () => {
    const closes = Array.from({ length: 253 }, (_, at) => 100 * 1.001 ** at)
    const { change } = pricePanel({ ...UNKNOWN, bars: barsOf(closes) })
    const over = (sessions: number) => expect.closeTo(1.001 ** sessions - 1, 5)
    expect(change).toEqual({ d1: over(1), d5: over(5), d21: over(21), d63: over(63), d252: over(252) })
  })
})

describe('a past report', () => {
  const report = (time: 'before_open' | 'after_close', back: number) => {
    const { day } = addSessions(DAY, -back)
    const row = {
      fiscal_month: '2026-09',
      report_day: day,
      time,
      eps_forecast: 1,
      analysts: 5,
      eps: 1.1,
      surprise_pct: 10,
      moved: 0,
    }
    return { key: '2026-09', day, knownAt: CUTOFF, row }
  }
  const own = barsOf([100, 100, 110, 121])

  test('moves the share from the last close before it to the first after it', () => {
    const before = earningsPanel({ ...UNKNOWN, bars: own, earnings: [report('before_open', 1)] })
    expect(before.history[0]).toMatchObject({ move: 0.1, surprise: 0.1 })
    const after = earningsPanel({ ...UNKNOWN, bars: own, earnings: [report('after_close', 2)] })
    expect(after.history[0]).toMatchObject({ move: 0.1 })
  })

  test.each([0, 3])('a calendar of days to come that was known %i days ago is so old', (days) => {
    const knownAt = new Date(CUTOFF.getTime() - days * 86_400_000)
    const { inputs } = earningsPanel({ ...UNKNOWN, bars: own, earnings: [{ ...report('before_open', -5), knownAt }] })
    expect(inputs.find(({ name }) => name === 'earnings calendar')).toMatchObject({ n: 1, age_days: days })
  })

  test('is compared with the move that options implied on the session before', () => {
    const { day } = addSessions(DAY, -1)
    const implied = { day, implied_move: 0.05, level_without: 0.3, how: null, reason: null }
    const panel = earningsPanel({
      ...UNKNOWN,
      bars: own,
      options: [option(0, 0.3), option(1, 0.3), option(2, 0.5, implied)],
      earnings: [report('before_open', 1)],
    })
    expect(panel.history[0]).toMatchObject({ implied_move: 0.05, move_in_deviations: 2 })
    expect(panel).toMatchObject({ beats: 1, compared: 1 })
  })
})

describe('analogs', () => {
  test('dates within as many sessions of the first of their cluster count once', () => {
    const start = tradingDay('2026-01-05')
    const days = [20, 21, 0, 4, 5, 9].map((sessions) => addSessions(start, sessions).day)
    expect([5, 21].map((sessions) => clustersOf(days, sessions))).toEqual([3, 2])
  })

  test('a year of one name counts once in each span of the horizon', () => {
    const closes = Array.from({ length: 260 }, (_, at) => 100 + Math.sin(at))
    const days = barsOf(closes).map(({ day }) => day)
    const { base } = sectorPast(placesOf([{ ticker: 'AAA', days, closes }]))
    // The first 49 sessions have no average of 50 closes, and the last 5 or 21 have no end yet.
    expect(base.after5).toMatchObject({ n: 206, n_effective: Math.ceil(206 / 5) })
    expect(base.after21).toMatchObject({ n: 190, n_effective: Math.ceil(190 / 21) })
  })

  test('the outcome of a session is its return over five and over twenty-one sessions, null before they have passed', () => {
    const closes = Array.from({ length: 80 }, (_, at) => 100 * 1.01 ** at)
    const places = placesOf([{ ticker: 'AAA', days: barsOf(closes).map(({ day }) => day), closes }])
    const at = (index: number) => places.find((place) => place.at === index)!
    expect(at(55).after5).toBeCloseTo(1.01 ** 5 - 1, 9)
    expect(at(55).after21).toBeCloseTo(1.01 ** 21 - 1, 9)
    expect([at(58).after21, at(59).after21, at(74).after5, at(75).after5]).toEqual([
      expect.closeTo(1.01 ** 21 - 1, 9),
      null,
      expect.closeTo(1.01 ** 5 - 1, 9),
      null,
    ])
  })

  test('a state looks at no later session', () => {
    const closes = Array.from({ length: 120 }, (_, at) => 100 + 10 * Math.sin(at / 7) + at / 10)
    const days = barsOf(closes).map(({ day }) => day)
    const names = (length: number) =>
      ['AAA', 'BBB', 'CCC'].map((ticker, at) => ({
        ticker,
        days: days.slice(0, length),
        closes: closes.slice(0, length).map((close) => close * (1 + at / 10) + at),
      }))
    const [whole, cut] = [placesOf(names(120)), placesOf(names(90))]
    const at = (places: typeof whole) => places.filter(({ day }) => day === days[89]).map(({ state }) => state)
    expect(at(cut)).toHaveLength(3)
    expect(at(cut)).toEqual(at(whole))
  })
})

test('without a form or an article that was looked for, sums are unknown and not zero', () => {
  const { open_market: market, reasons } = ownershipPanel(UNKNOWN)
  expect([market.bought.value, market.sold.value, market.sold_by_plan.value, market.net_value]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(reasons['open_market.net_value']).toBe('no ownership form of the last half year is known')
  const pinned = { ...UNKNOWN, company: { ...UNKNOWN.company, isPinned: true } }
  const { last_day: day, last_week: week } = sentimentPanel({
    ...UNKNOWN,
    company: { ...UNKNOWN.company, isPinned: false },
  }).headlines
  expect([day, week]).toEqual([null, null])
  expect(sentimentPanel(pinned).headlines).toMatchObject({ last_day: 0, last_week: 0 })
})
