import { describe, expect, it, test } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { ALERT_IDS, type AlertId, NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { Regime, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { isObserved, publishedAt } from '../sources/publication-lag.ts'
import type { AlertInputs } from './alert.ts'
import { alertEngine, alertRules } from './index.ts'
import { reduceAlert } from './reduce-alert.ts'

const DATE = '2026-11-20'
const TIME = '11:00'
const cutoff = instantAt(tradingDay(DATE), TIME)
const QUOTES = { SPY: 671, VIX: 14.6, VIX3M: 16.6 }

interface Given extends Wish {
  regime?: Regime | null
  gammaLevels?: SignalsSnapshot['gamma_levels'] | null
}

const breadth = (level: number): SeriesPoint[] => calmSeries('pct_above_50dma', cutoff, [level, 0.5])

function given({ regime = 'CAUTIOUS', gammaLevels = null, ...wish }: Given = {}, time = TIME): AlertInputs {
  const inputs = marketInputs(DATE, time, wish)
  const members = wish.series?.pct_above_50dma ?? breadth(60)
  return {
    ...inputs,
    series: { ...inputs.series, pct_above_50dma: members },
    regime: { regime, reason: 'too few pillars' },
    gammaLevels,
  }
}

/** The same inputs at the next publication of any series that the kind reads: nothing of it has been fetched. */
function atNextRelease(id: AlertId, inputs: AlertInputs): AlertInputs {
  const { series } = alertRules.find((rule) => rule.id === id)!
  const next = series.flatMap((each) => {
    const last = inputs.series[each]?.at(-1)?.day
    if (!last) return []
    let day = addDays(last, 1)
    while (!isObserved(each, day)) day = addDays(day, 1)
    return [publishedAt(each, day).getTime()]
  })
  const cutoff = new Date(Math.min(...next))
  return next.length === 0 ? inputs : { ...inputs, cutoff, day: eastern(cutoff).day }
}

const read = (id: AlertId, inputs: AlertInputs) => alertRules.find((rule) => rule.id === id)!.read(inputs)

/** The last `count` values of a calm series, in order. */
function ending(series: SeriesId, tail: readonly number[], shape?: readonly [number, number]): Wish {
  const points = shape ? calmSeries(series, cutoff, shape) : calmSeries(series, cutoff)
  const from = points.length - tail.length
  return {
    series: { [series]: points.map((point, at) => (at < from ? point : { ...point, value: tail[at - from]! })) },
  }
}
const ramp = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 1)) / count)

const levels = (spot: number): Given => ({
  gammaLevels: {
    status: 'ready',
    underlying: 'SPY',
    spot,
    quoted_at: `${DATE}T10:45:00-05:00`,
    open_interest_date: '2026-11-19',
    convention: '',
    net_gamma_usd_per_pct: 1,
    call_wall: null,
    put_wall: null,
    contracts_used: 1,
    contracts_skipped: 0,
    zero_gamma: 660,
  } as SignalsSnapshot['gamma_levels'],
})

/** SPY and VIX that move together, or against each other, in the last sessions. */
function together(sign: 1 | -1): Given {
  const step = (at: number) => (at % 3 === 0 ? 1.02 : 0.985)
  const walk = (series: SeriesId, length: number, power: number) => {
    const points = calmSeries(series, cutoff)
    let value = 0
    return points.map((point, at) => {
      const left = points.length - at
      if (left > 320) return point
      value = value === 0 ? point.value : value * step(at) ** (left > length ? -Math.abs(power) : power)
      return { ...point, value }
    })
  }
  const spy = walk('spy_close', 0, 1).map((point) => point)
  return {
    quotes: {},
    series: { spy_close: undoSign(spy), vix_close: walk('vix_close', 25, sign) },
  }
}
const undoSign = (points: SeriesPoint[]): SeriesPoint[] =>
  points.map((point, at) => (at < points.length - 320 ? point : { ...point, value: 670 ** 2 / point.value }))

/** For each kind: inputs that fire it, that lie between its lines, and that clear it. */
const CASES: Partial<Record<AlertId, { fires: Given; between: Given; clears: Given }>> = {
  WTI_SHOCK: {
    fires: ending('wti', ramp(64, 54, 5)),
    between: ending('wti', ramp(64, 66.0, 5)),
    clears: {},
  },
  OIL_SPIKE: {
    fires: ending('wti', ramp(64, 80, 20)),
    between: ending('wti', [64, ...ramp(64, 73.6, 20)]),
    clears: {},
  },
  BREAKEVEN_SPIKE: {
    fires: ending('t10yie', ramp(2.3, 2.9, 20)),
    between: ending('t10yie', [2.3, ...ramp(2.3, 2.37, 20)]),
    clears: {},
  },
  VIX_SPIKE: {
    fires: { quotes: { ...QUOTES, VIX: 24 } },
    between: { quotes: { ...QUOTES, VIX: 19 } },
    clears: {},
  },
  VIX_PANIC: {
    fires: { quotes: { ...QUOTES, VIX: 33 } },
    between: { quotes: { ...QUOTES, VIX: 27 } },
    clears: { quotes: { ...QUOTES, VIX: 25 } },
  },
  VIX_BACKWARDATION: {
    fires: { quotes: { ...QUOTES, VIX: 20, VIX3M: 20 } },
    between: { quotes: { ...QUOTES, VIX: 19.4, VIX3M: 20 } },
    clears: { quotes: { ...QUOTES, VIX: 19, VIX3M: 20 } },
  },
  HY_OAS_WIDENING: {
    fires: ending('hy_oas', [3.3, ...ramp(3.3, 4.1, 20)]),
    between: ending('hy_oas', [3.3, ...ramp(3.3, 3.7, 20)]),
    clears: ending('hy_oas', [3.3, ...ramp(3.3, 3.4, 20)]),
  },
  GEX_NEGATIVE: {
    fires: { last: { gex_vendor: -1e8 } },
    between: { last: { gex_vendor: 5e8 } },
    clears: { last: { gex_vendor: 3e9 } },
  },
  ZERO_GAMMA_LOST: { fires: levels(655), between: levels(660), clears: levels(670) },
  BREADTH_COLLAPSE: {
    fires: { series: { pct_above_50dma: breadth(20) } },
    between: { series: { pct_above_50dma: breadth(33) } },
    clears: { series: { pct_above_50dma: breadth(45) } },
  },
  BREADTH_DIVERGENCE: {
    fires: { quotes: { ...QUOTES, SPY: 700 }, series: { pct_above_50dma: breadth(45) } },
    between: { quotes: { ...QUOTES, SPY: 700 }, series: { pct_above_50dma: breadth(55) } },
    clears: { quotes: { ...QUOTES, SPY: 700 }, series: { pct_above_50dma: breadth(70) } },
  },
  CURVE_INVERSION: {
    fires: { last: { t10y2y: -0.05 } },
    between: { last: { t10y2y: 0.1 } },
    clears: { last: { t10y2y: 0.2 } },
  },
  DIX_EXTREME: {
    fires: ending('dix', Array(5).fill(0.52)),
    between: ending('dix', Array(5).fill(0.463)),
    clears: ending('dix', Array(5).fill(0.44)),
  },
  DOLLAR_SURGE: {
    fires: ending('dtwexbgs', [121, ...ramp(121, 125, 20)]),
    between: ending('dtwexbgs', [121, ...ramp(121, 123, 20)]),
    clears: ending('dtwexbgs', [121, ...ramp(121, 121.5, 20)]),
  },
}

describe('VIX_SPIKE', () => {
  const quiet = (vix: number) =>
    read('VIX_SPIKE', given({ ...ending('vix_close', Array(40).fill(11)), quotes: { ...QUOTES, VIX: vix } }))

  it('one and a half times a quiet month is not a spike below 18, and is one from 18 on', () => {
    expect(quiet(17.99)).toMatchObject({ status: 'observed', fires: false, clears: false })
    expect(quiet(18)).toMatchObject({ status: 'observed', fires: true })
  })

  it('fires at one and a half times the median, and clears at one and a fifth', () => {
    const usual = (vix: number) =>
      read('VIX_SPIKE', given({ ...ending('vix_close', Array(40).fill(20)), quotes: { ...QUOTES, VIX: vix } }))
    expect(usual(29.99)).toMatchObject({ fires: false, clears: false })
    expect(usual(30)).toMatchObject({ fires: true })
    expect(usual(24.01)).toMatchObject({ fires: false, clears: false })
    expect(usual(24)).toMatchObject({ fires: false, clears: true })
  })
})

describe.each(Object.entries(CASES) as [AlertId, NonNullable<(typeof CASES)[AlertId]>][])('%s', (id, wish) => {
  it.each([
    ['fires', { fires: true, clears: false }],
    ['between', { fires: false, clears: false }],
    ['clears', { fires: false, clears: true }],
  ] as const)('%s', (name, expected) => {
    const reading = read(id, given(wish[name]))
    expect(reading, JSON.stringify(reading)).toMatchObject({ status: 'observed', ...expected })
  })

  it('does not observe a stand-in or a failed source once a newer value is public, nor an absent value', () => {
    const source = { degraded: ['market', 'fred', 'options', 'darkpool', 'breadth'] }
    const reason = (inputs: AlertInputs) => read(id, inputs)
    const withMembers = (extra: Given) => atNextRelease(id, given({ ...wish.fires, ...extra }))
    expect(reason(withMembers(source))).toMatchObject({ status: 'input_missing' })
    const failed = source.degraded.map((each) => ({ source: each, reason: 'status 503' }))
    expect(reason(withMembers({ missing: failed }))).toMatchObject({ status: 'input_missing' })
    const nothing = { ...given(), series: {}, quotes: {}, chain: null, gammaLevels: null }
    expect(reason(nothing)).toMatchObject({ status: 'input_missing', reason: expect.stringMatching(/\w/) })
  })
})

test('CORRELATION_BREAK: fires when volatility follows stocks, clears when it opposes them', () => {
  expect(read('CORRELATION_BREAK', given(together(1)))).toMatchObject({ fires: true, clears: false })
  expect(read('CORRELATION_BREAK', given(together(-1)))).toMatchObject({ fires: false, clears: true })
})

test.each([
  ['WTI_SHOCK', CASES.WTI_SHOCK!.fires, '16.6 usual moves, at or above 3 usual moves (for 2026-11-12).'],
  ['DIX_EXTREME', CASES.DIX_EXTREME!.fires, 'in the 100th percentile of its own year, at or above the 98th (for'],
  ['DIX_EXTREME', ending('dix', Array(5).fill(0.3)), 'percentile of its own year, at or below the 2nd (for'],
  ['DIX_EXTREME', CASES.DIX_EXTREME!.fires, 'Clears when between the 10th and the 90th percentile.'],
  ['GEX_NEGATIVE', CASES.GEX_NEGATIVE!.fires, '-0.02 times its usual size, zero or negative (for'],
  [
    'GEX_NEGATIVE',
    { last: { gex_vendor: -1e7 } },
    'GEX -$0.01bn per 1 %, 0.00 times its usual size, zero or negative (for',
  ],
] as const)('the sentence of %s names the line that was crossed, and each figure once: %#', (id, wish, words) => {
  const rule = alertRules.find((each) => each.id === id)!
  const inputs = given(wish)
  const { events } = reduceAlert(rule, NEVER_EVALUATED, { at: cutoff, reading: rule.read(inputs) })
  expect(events[0]!.message).toContain(words)
})

test('every kind of the contract has one rule with two different conditions and a severity', () => {
  expect(alertRules.map(({ id }) => id)).toEqual([...ALERT_IDS])
  for (const { fires, clears } of alertRules) expect(fires).not.toBe(clears)
})

test('a price of oil below zero is a shock, not an error', () => {
  const shock = read('WTI_SHOCK', given(ending('wti', ramp(20, -37, 5))))
  expect(shock).toMatchObject({ fires: true, statement: expect.stringMatching(/^WTI -\$37\.00 after -/) })
  expect(read('OIL_SPIKE', given(ending('wti', [-37, ...ramp(-37, 20, 20)])))).toMatchObject({
    status: 'input_missing',
  })
})

describe('engine', () => {
  it('begins with past closes, so that a standing alert has stood since it fired', () => {
    const points = calmSeries('t10y2y', cutoff).map((point) =>
      point.day < addDays(tradingDay(DATE), -30) ? point : { ...point, value: -0.2 },
    )
    const inputs = given({ series: { t10y2y: points } })
    const begun = alertEngine.begin({}, inputs, [])
    const fired = begun.events.filter(({ alertId }) => alertId === 'CURVE_INVERSION')
    expect(fired).toMatchObject([{ type: 'fired', at: instantAt(tradingDay('2026-10-22'), '20:00') }])
    const { events, held, states } = alertEngine.evaluate(begun.states, inputs)
    expect(events).toEqual([])
    expect(states.CURVE_INVERSION?.active).toMatchObject({ episode: fired[0]!.episode })
    expect(held.map(({ alert_id }) => alert_id)).toEqual(['ZERO_GAMMA_LOST'])
    expect(alertEngine.begin(states, inputs, []).events).toEqual([])
  })

  it('does not read values that were not known on a past evening', () => {
    const poisoned = calmSeries('vix_close', cutoff).map((point) => ({ ...point, value: 80, knownAt: cutoff }))
    const { events } = alertEngine.begin({}, given({ quotes: {}, series: { vix_close: poisoned } }), [])
    expect(events.filter(({ alertId }) => alertId.startsWith('VIX'))).toEqual([])
  })
})
