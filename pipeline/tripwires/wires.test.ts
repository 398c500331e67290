import { describe, expect, it } from 'vitest'
import { calmSeries } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { WIRE_KEYS, type WireKey } from '../../shared/domain/contract/tripwire.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { evaluateWires, wires } from './index.ts'
import type { TripwireInputs } from './wire.ts'

interface Market {
  SPY: number
  VIX: number
  VIX3M: number
  /** The level of a series, and how far its newest value differs from it. */
  series: Partial<Record<SeriesId, readonly [level: number, swing: number, newest: number]>>
  putWall: number | null
  zeroGamma: number | null
}

/** Shaped like 2017-11-01, when nothing moved. */
const CALM: Market = {
  SPY: 257.5,
  VIX: 10.2,
  VIX3M: 12.9,
  putWall: 252,
  zeroGamma: 255,
  series: {
    spy_close: [254, 2, 257],
    hy_oas: [3.5, 0.05, 3.46],
    pct_above_50dma: [65, 4, 68],
    dgs10: [2.4, 0.03, 2.37],
  },
}
/** Shaped like 2018-12-24, when everything had moved. */
const STRESSED: Market = {
  SPY: 234.3,
  VIX: 36.1,
  VIX3M: 28.3,
  putWall: 240,
  zeroGamma: 252,
  series: {
    spy_close: [268, 6, 240.7],
    hy_oas: [4.6, 0.05, 5.25],
    pct_above_50dma: [35, 4, 3],
    dgs10: [2.85, 0.03, 2.79],
  },
}

function inputs(date: string, time: string, market: Market, over: Partial<TripwireInputs> = {}): TripwireInputs {
  const day = tradingDay(date)
  const at = instantAt(day, time)
  const before = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
  const series: Partial<Record<SeriesId, readonly SeriesPoint[]>> = {}
  for (const [id, [level, swing, newest]] of Object.entries(market.series) as [SeriesId, [number, number, number]][]) {
    const points = calmSeries(id, at, [level, swing])
    series[id] = points.map((point, index) => (index === points.length - 1 ? { ...point, value: newest } : point))
  }
  const quoted = (symbol: 'SPY' | 'VIX' | 'VIX3M') => {
    return { symbol, price: market[symbol], quotedAt: before(15), source: 'minute' }
  }
  return {
    cutoff: at,
    day,
    series,
    minute: {
      at,
      collectedAt: at,
      quotes: { SPY: quoted('SPY'), VIX: quoted('VIX'), VIX3M: quoted('VIX3M') },
      reason: null,
    },
    levels: {
      putWall: market.putWall,
      zeroGamma: market.zeroGamma,
      quotedAt: before(20),
      knownAt: before(5),
      source: 'options',
    },
    ...over,
  }
}

const readingsOf = (given: TripwireInputs) => Object.fromEntries(wires.map((wire) => [wire.key, wire.read(given)]))
const met = (given: TripwireInputs) => {
  const { memories } = evaluateWires(wires, {}, given)
  return wires.filter(({ key }) => memories[key]?.met).map(({ key, risk }) => `${key} ${risk}`)
}

describe('the wires', () => {
  it('are those of the contract, each once', () => {
    expect(wires.map(({ key }) => key)).toEqual([...WIRE_KEYS])
  })

  it('read a calm day and a stressed one as opposites', () => {
    expect(met(inputs('2017-11-01', '11:00', CALM))).toEqual(['vix_15 risk-down', 'breadth_60 risk-down'])
    expect(met(inputs('2018-12-24', '11:00', STRESSED))).toEqual([
      'spy_zero_gamma risk-up',
      'spy_put_wall risk-up',
      'spy_50dma risk-up',
      'vix_20 risk-up',
      'vix_30 risk-up',
      'vix_term_inversion risk-up',
      'hy_oas_step risk-up',
      'breadth_40 risk-up',
    ])
  })

  it('fire 20 minutes after a calm afternoon turns stressed if they flipped, and never otherwise', () => {
    let memories = evaluateWires(wires, {}, inputs('2018-12-24', '10:00', CALM)).memories
    const fired: string[] = []
    for (let minute = 1; minute <= 25; minute++) {
      const time = `10:${String(minute).padStart(2, '0')}`
      const evaluated = evaluateWires(wires, memories, inputs('2018-12-24', time, STRESSED))
      memories = { ...memories, ...evaluated.memories }
      fired.push(...evaluated.fires.map(({ wire }) => `${time} ${wire.key}`))
      const moved = evaluated.transitions.filter((each) => each.type === 'moved' && each.to === 'fired')
      expect(evaluated.fires.map(({ cause }) => cause)).toEqual(moved.map(({ cause }) => cause))
    }
    // The daily series of both days are for the same day: a changed value for an old day is not an observation.
    expect(fired).toEqual([
      '10:21 spy_zero_gamma',
      '10:21 spy_put_wall',
      '10:21 spy_50dma',
      '10:21 vix_20',
      '10:21 vix_30',
      '10:21 vix_term_inversion',
    ])
  })

  it('take levels from the newest chain and the closes before today', () => {
    const spy = readingsOf(inputs('2017-11-01', '11:00', CALM))
    expect(spy.spy_put_wall).toMatchObject({ value: 257.5, level: 252, rearm: 252 * 1.0025 })
    const { level } = spy.spy_50dma as { level: number }
    expect(level).toBeGreaterThan(252)
    expect(level).toBeLessThan(256.5)
  })
})

describe('no data', () => {
  const reasonOf = (key: WireKey, given: TripwireInputs) => {
    const observation = wires.find((wire) => wire.key === key)!.read(given)
    return observation.status === 'no_data' ? observation.reason : null
  }
  const calm = (over: Partial<TripwireInputs>, time = '11:00') => inputs('2017-11-01', time, CALM, over)
  const base = calm({})
  const without = (symbol: string) => {
    const { [symbol]: _, ...quotes } = base.minute!.quotes
    return calm({ minute: { ...base.minute!, quotes, reason: `cboe-${symbol}: status 503` } })
  }

  it('affects only the wires of a symbol that did not come', () => {
    expect(reasonOf('vix_20', without('VIX'))).toBe('cboe-VIX: status 503')
    expect(reasonOf('vix_term_inversion', without('VIX3M'))).toBe('cboe-VIX3M: status 503')
    expect(reasonOf('vix_20', without('VIX3M'))).toBeNull()
    expect(reasonOf('spy_50dma', without('VIX'))).toBeNull()
  })

  it('applies to quotes of the session before and to a stuck feed', () => {
    expect(reasonOf('vix_20', calm({}, '09:40'))).toMatch(/has no VIX quote of this session yet/)
    expect(reasonOf('vix_20', calm({}, '09:45'))).toBeNull()
    const standing = { ...base.minute!, at: new Date(base.minute!.at.getTime() + 6 * 60_000) }
    expect(reasonOf('spy_put_wall', calm({ minute: standing }))).toMatch(
      /^the newest SPY quote is from \w{3} \d+ \w{3} 2\d{3}, \d\d:\d\d ET: the feed is stuck$/,
    )
  })

  it('applies to a chain that is old, absent or without the level', () => {
    const old = { ...base.levels!, quotedAt: new Date(base.cutoff.getTime() - 46 * 60_000) }
    expect(reasonOf('spy_zero_gamma', calm({ levels: old }))).toMatch(/too old/)
    expect(reasonOf('spy_zero_gamma', calm({ levels: null }))).toBe('no option chain from today is known yet')
    const none = { ...base.levels!, zeroGamma: null }
    expect(reasonOf('spy_zero_gamma', calm({ levels: none }))).toMatch(/has no zero gamma/)
    expect(reasonOf('spy_put_wall', calm({ levels: none }))).toBeNull()
  })

  it('applies to a daily series that is absent, short or late', () => {
    const series = base.series
    expect(reasonOf('hy_oas_step', calm({ series: { ...series, hy_oas: [] } }))).toMatch(/no value of hy_oas/)
    expect(reasonOf('hy_oas_step', calm({ series: { ...series, hy_oas: series.hy_oas!.slice(-5) } }))).toBe(
      '5 of 6 observations are known',
    )
    const late = series.hy_oas!.slice(0, -3)
    expect(reasonOf('hy_oas_step', calm({ series: { ...series, hy_oas: late } }))).toMatch(/stale|behind/)
    const short = series.spy_close!.slice(-49)
    expect(reasonOf('spy_50dma', calm({ series: { ...series, spy_close: short } }))).toBe(
      '49 of 50 closes of SPY are known',
    )
  })
})
