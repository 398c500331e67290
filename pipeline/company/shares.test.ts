import { describe, expect, test } from 'vitest'
import { UNKNOWN } from '../../harness/fixtures/unknown-company.ts'
import { EarningsPanel } from '../../shared/domain/contract/company/earnings.ts'
import { EstimatesPanel } from '../../shared/domain/contract/company/estimates.ts'
import { FundamentalsPanel } from '../../shared/domain/contract/company/fundamentals.ts'
import { PricePanel } from '../../shared/domain/contract/company/price.ts'
import { ProfilePanel } from '../../shared/domain/contract/company/profile.ts'
import type { KnownSplit } from '../../shared/domain/market/known-split.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { companyPanels, NO_SECTOR } from './index.ts'
import type { CompanyInputs } from './inputs.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN
const EX_DATE = addSessions(DAY, -2).day
const FOUR: KnownSplit = { exDate: EX_DATE, ratio: 4, knownAt: new Date(`${addDays(EX_DATE, -5)}T20:00:00Z`) }

type Filing = CompanyInputs['filings'][number]
type Facts = NonNullable<Filing['row']['facts']>

const filing = (key: string, filed: TradingDay, facts: Facts): Filing => ({
  key,
  day: filed,
  knownAt: new Date(`${filed}T12:00:00Z`),
  row: { form: '10-Q', filed, accepted_at: null, report_day: null, items: '', facts },
})
const year = (of: number, eps: number, shares: number): Facts => [
  ['EarningsPerShareDiluted', 'USD/shares', tradingDay(`${of}-01-01`), tradingDay(`${of}-12-31`), eps],
  ['NetIncomeLoss', 'USD', tradingDay(`${of}-01-01`), tradingDay(`${of}-12-31`), eps * shares],
  [
    'WeightedAverageNumberOfDilutedSharesOutstanding',
    'shares',
    tradingDay(`${of}-01-01`),
    tradingDay(`${of}-12-31`),
    shares,
  ],
]
const BEFORE = filing('before', tradingDay('2026-02-02'), year(2025, 8, 1_000))
/** A filing of after the ex-date, in new shares: it restates the year as well. */
const AFTER = filing('after', addDays(EX_DATE, 1), year(2025, 2, 4_000))

const barsOf = (closes: readonly number[]): CompanyInputs['bars'] => {
  const days = sessionsBetween(addSessions(DAY, 1 - closes.length).day, DAY)
  return closes.map((close, at) => ({ day: days[at]!, close, high: close, low: close, volume: 10, knownAt: CUTOFF }))
}
/** Four sessions of which the last three are at or after the ex-date. */
const RESTATED = barsOf([100, 101, 102, 103])

const panelsOf = (inputs: Partial<CompanyInputs>) => {
  const panels = companyPanels({ ...UNKNOWN, ...inputs }, { gamma: null, sector: NO_SECTOR })
  return {
    profile: ProfilePanel.parse(panels.profile),
    fundamentals: FundamentalsPanel.parse(panels.fundamentals),
    price: PricePanel.parse(panels.price),
    estimates: EstimatesPanel.parse(panels.estimates),
    earnings: EarningsPanel.parse(panels.earnings),
  }
}
const marketValueOf = (filings: Filing[], splits: KnownSplit[], bars = RESTATED) =>
  panelsOf({ filings, splits, bars }).profile.market_value

describe('a split between its ex-date and the next filing', () => {
  test('multiplies the shares of the filing, so that the market value does not fall by it', () => {
    expect(marketValueOf([BEFORE], [FOUR])).toBe(103 * 4_000)
    expect(panelsOf({ filings: [BEFORE], splits: [FOUR], bars: RESTATED }).profile.inputs.at(-1)).toMatchObject({
      name: 'adopted splits',
      n: 1,
      through: EX_DATE,
    })
  })

  test('counts once: a filing of after it states the new shares, also one of just before it that restates figures', () => {
    expect(marketValueOf([AFTER, BEFORE], [FOUR])).toBe(103 * 4_000)
    const early = filing('early', addDays(EX_DATE, -3), year(2025, 2, 4_000))
    expect(marketValueOf([early, BEFORE], [FOUR])).toBe(103 * 4_000)
  })

  test('leaves the shares of the newest close alone while that is of before the ex-date', () => {
    const old = barsOf([400, 404, 408, 412]).map((bar) => ({ ...bar, day: addDays(bar.day, -7) }))
    expect(marketValueOf([BEFORE], [FOUR], old)).toBe(412 * 1_000)
  })

  test('that is not decided leaves the market value unknown until a filing of its ex-date or later', () => {
    const of = (filings: Filing[], undecidedSplit: TradingDay) =>
      panelsOf({ filings, undecidedSplit, bars: RESTATED }).profile.market_value
    expect(of([BEFORE], EX_DATE)).toBeNull()
    expect(of([AFTER, BEFORE], EX_DATE)).toBe(103 * 4_000)
    expect(of([BEFORE], addDays(DAY, 1))).toBe(103 * 1_000)
    const adopted = { filings: [BEFORE], splits: [FOUR], undecidedSplit: EX_DATE, bars: RESTATED }
    expect(panelsOf(adopted).profile.market_value).toBe(103 * 4_000)
  })

  test('divides earnings a share, names its source, and is not counted twice once a filing shows it', () => {
    const { ttm, splits } = panelsOf({ filings: [BEFORE], splits: [FOUR] }).fundamentals
    expect(ttm.eps_diluted).toMatchObject({ value: 2, derived: true })
    expect(splits).toEqual([{ date: EX_DATE, ratio: 4, source: 'corporate_action' }])
    const later = panelsOf({ filings: [AFTER, BEFORE], splits: [FOUR] }).fundamentals
    expect(later.ttm.eps_diluted.value).toBe(2)
    expect(later.splits).toEqual(splits)
    expect(panelsOf({ filings: [AFTER, BEFORE] }).fundamentals.splits).toMatchObject([{ ratio: 4, source: 'filings' }])
  })

  test('does not divide a filing in new shares that comes before the one which restates figures', () => {
    const quarter = filing('quarter', addDays(EX_DATE, -100), [
      ['EarningsPerShareDiluted', 'USD/shares', tradingDay('2026-04-01'), tradingDay('2026-06-30'), 0.5],
      ['NetIncomeLoss', 'USD', tradingDay('2026-04-01'), tradingDay('2026-06-30'), 2_000],
    ])
    const split = { ...FOUR, exDate: addDays(EX_DATE, -120) }
    const { quarters } = panelsOf({ filings: [AFTER, quarter, BEFORE], splits: [split] }).fundamentals
    expect(quarters[0]).toMatchObject({ end: '2026-06-30', eps_diluted: { value: 0.5 } })
  })
})

describe('closes around a split', () => {
  test('are those of new shares, whether or not the vendor has restated them', () => {
    const change = { d1: expect.closeTo(0.0098, 4) }
    const raw = panelsOf({ bars: barsOf([400, 101, 102, 103]), splits: [FOUR] }).price
    expect(raw).toMatchObject({ close: 103, change })
    expect(raw.history.at(-1)).toMatchObject({ close: 100, volume: 40 })
    const restated = panelsOf({ bars: RESTATED, splits: [FOUR] }).price
    expect(restated.history.at(-1)).toMatchObject({ close: 100, volume: 10 })
  })
})

describe('estimates around a split', () => {
  type Snapshot = CompanyInputs['estimates'][number]
  const snapshot = (ago: number, eps: number): Snapshot => {
    const day = addDays(DAY, -ago)
    const quarter = { fiscal_end: '2026-12', eps, high: eps, low: eps, analysts: 10, up: 4, down: 1 }
    const target = { mean: 100 * eps, low: null, high: null, buy: 1, hold: 1, sell: 1 }
    return { key: day, day, knownAt: new Date(`${day}T22:00:00Z`), row: { quarters: [quarter], years: [], target } }
  }
  const ago = (new Date(DAY).getTime() - new Date(EX_DATE).getTime()) / 86_400_000

  test.each([
    ['on its ex-date', [snapshot(0, 2.1), snapshot(ago, 2), snapshot(ago + 1, 8), snapshot(ago + 8, 8)], 0.05, 2.1],
    ['a day later', [snapshot(0, 2.1), snapshot(ago, 8), snapshot(ago + 1, 8), snapshot(ago + 8, 8)], 0.05, 2.1],
    ['a day before', [snapshot(0, 2.1), snapshot(ago, 2), snapshot(ago + 1, 2), snapshot(ago + 8, 8)], 0.05, 2.1],
    ['not yet', [snapshot(0, 8.4), snapshot(ago, 8), snapshot(ago + 1, 8), snapshot(ago + 8, 8)], 0.05, 2.1],
  ])('are revised by their own change where the vendor restates them %s', (_, estimates, d7, eps) => {
    const { latest, revisions } = panelsOf({ estimates, splits: [FOUR] }).estimates
    expect(revisions.d7).toBeCloseTo(d7, 9)
    expect(latest!.quarters[0]!.eps).toBeCloseTo(eps, 9)
    expect(latest!.price_target).toBeCloseTo(100 * eps, 7)
  })

  test.each([
    ['ten days before the ex-date', 0, [0, 10, 11], [2, 2, 2]],
    [
      'eleven days before it, which is no restatement, so the vendor has not restated yet',
      0,
      [0, 11, 12],
      [0.5, 0.5, 2],
    ],
    ['thirty days after it', 40, [0, 10, 11], [2, 2, 2]],
    ['thirty-one days after it, which is no restatement, so the ex-date decides', 40, [0, 9, 10], [2, 2, 8]],
  ])('estimates go from 8 to 2 %s', (_, ex, [newest, first, old], eps) => {
    const estimates = [snapshot(newest!, 2), snapshot(first!, 2), snapshot(old!, 8)]
    const { history } = panelsOf({ estimates, splits: [{ ...FOUR, exDate: addDays(DAY, -ex) }] }).estimates
    expect(history.map(({ quarters }) => quarters[0]!.eps)).toEqual(eps)
  })

  test.each([
    ['that begin on its day or later are in new shares', 2, [snapshot(0, 2), snapshot(2, 2)], [2, 2]],
    ['without any around it change on its day', 40, [snapshot(0, 2), snapshot(41, 8)], [2, 2]],
    ['of before it alone are in old shares', 2, [snapshot(3, 8), snapshot(4, 8)], [2, 2]],
  ])('estimates %s', (_, ex, estimates, eps) => {
    const { history } = panelsOf({ estimates, splits: [{ ...FOUR, exDate: addDays(DAY, -ex) }] }).estimates
    expect(history.map(({ quarters }) => quarters[0]!.eps)).toEqual(eps)
  })

  test('a change nearer to none than to the ratio does not count as a restatement', () => {
    // From 8 to 4.1 is a change of 1.95, and the ratio of 4 lies beyond twice that; 8 to 3.9 is a change of 2.05.
    const of = (now: number) =>
      panelsOf({ estimates: [snapshot(0, now), snapshot(ago + 1, 8)], splits: [FOUR] }).estimates.latest!.quarters[0]!
    expect([of(4.1).eps, of(3.9).eps]).toEqual([1.025, 3.9])
  })

  test('a loss is restated like a profit, and a year shows it where no quarter does', () => {
    const { history } = panelsOf({ estimates: [snapshot(0, -2), snapshot(ago + 1, -8)], splits: [FOUR] }).estimates
    expect(history.map(({ quarters }) => quarters[0]!.eps)).toEqual([-2, -2])
    const inYears = (each: Snapshot): Snapshot => ({
      ...each,
      row: { ...each.row, quarters: [], years: each.row.quarters },
    })
    const years = panelsOf({ estimates: [snapshot(0, 2), snapshot(ago + 1, 8)].map(inYears), splits: [FOUR] })
    expect(years.estimates.history.map(({ years: [year] }) => [year!.eps, year!.high, year!.low])).toEqual([
      [2, 2, 2],
      [2, 2, 2],
    ])
    expect(years.estimates.latest!.price_target).toBe(200)
  })

  test('two splits multiply, and each divides per-share figures', () => {
    const three: KnownSplit = { exDate: addDays(EX_DATE, -60), ratio: 3, knownAt: FOUR.knownAt }
    const estimates = [
      snapshot(0, 2),
      snapshot(ago, 2),
      snapshot(ago + 1, 8),
      snapshot(ago + 59, 8),
      snapshot(ago + 61, 24),
    ]
    const { history } = panelsOf({ estimates, splits: [three, FOUR] }).estimates
    expect(history.map(({ quarters: [quarter], price_target }) => [quarter!.eps, price_target])).toEqual(
      Array.from({ length: 5 }, () => [2, 200]),
    )
  })

  test('a report whose figures were known before the split is in its new shares', () => {
    const report = (known: TradingDay): CompanyInputs['earnings'][number] => ({
      key: '2026-09',
      day: addDays(DAY, -30),
      knownAt: new Date(`${known}T12:00:00Z`),
      row: {
        fiscal_month: '2026-09',
        report_day: addDays(DAY, -30),
        time: null,
        eps_forecast: 4,
        analysts: 5,
        eps: 4.4,
        surprise_pct: 10,
        moved: 0,
      },
    })
    const of = (known: TradingDay) => panelsOf({ earnings: [report(known)], splits: [FOUR] }).earnings.history[0]
    expect(of(addDays(EX_DATE, -20))).toMatchObject({ eps: 1.1, eps_forecast: 1, surprise: 0.1 })
    expect(of(EX_DATE)).toMatchObject({ eps: 4.4, eps_forecast: 4, surprise: 0.1 })
  })
})
