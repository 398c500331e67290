import { describe, expect, it } from 'vitest'
import { calmSeries } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { WireKey } from '../../shared/domain/contract/tripwire.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { evaluateWires, wires } from './index.ts'
import { defineWire, distanceOf, type TripwireInputs } from './wire.ts'

const DAY = tradingDay('2026-11-20')
const AT = instantAt(DAY, '11:00')
const minutesAgo = (minutes: number) => new Date(AT.getTime() - minutes * 60_000)

/** A series that ends with some values. */
function endingWith(id: SeriesId, values: readonly number[], at = AT): readonly SeriesPoint[] {
  const points = calmSeries(id, at, [values[0]!, 0])
  const from = points.length - values.length
  return points.map((point, index) => ({ ...point, value: values[index - from] ?? point.value }))
}

const quote = (symbol: string, price: number, age = 15) => ({
  symbol,
  price,
  quotedAt: minutesAgo(age),
  source: 'minute',
})
const inputs: TripwireInputs = {
  cutoff: AT,
  day: DAY,
  series: {
    hy_oas: endingWith('hy_oas', [9, 3, 3.1, 3.2, 3.3, 3.2, 3.25]),
    dgs10: endingWith('dgs10', [9, 4, 4.1, 4.2, 4.1, 4.1, 4.2]),
    pct_above_50dma: endingWith('pct_above_50dma', [50]),
    // Fifty closes of which the first is 50 higher; the closes before them are 9.
    spy_close: endingWith('spy_close', [9, 650, ...Array<number>(49).fill(600)]),
  },
  minute: {
    at: AT,
    collectedAt: AT,
    quotes: { SPY: quote('SPY', 610), VIX: quote('VIX', 18), VIX3M: quote('VIX3M', 20) },
    reason: null,
  },
  levels: { putWall: 480, zeroGamma: 500, quotedAt: minutesAgo(20), knownAt: minutesAgo(5), source: 'options' },
}

const wireOf = (key: WireKey) => wires.find((wire) => wire.key === key)!
function read(key: WireKey, given = inputs) {
  const found = wireOf(key).read(given)
  if (found.status !== 'observed') throw new Error(found.reason)
  return found
}

describe('the lines of the wires', () => {
  it.each([
    ['spy_zero_gamma', 'SPY below zero gamma', 500, 501.25],
    ['spy_put_wall', 'SPY below the put wall', 480, 481.2],
    ['spy_50dma', 'SPY below its 50-day average', 601, 604.005],
    ['vix_15', 'VIX below 15', 15, 15.75],
    ['vix_20', 'VIX at or above 20', 20, 19],
    ['vix_30', 'VIX at or above 30', 30, 28],
    ['vix_term_inversion', 'VIX at or above VIX3M', 1, 0.97],
    ['hy_oas_step', 'HY OAS 0.3 points wider than 5 observations earlier', 3.3, 3.15],
    ['dgs10_step', '10-year yield 0.25 points higher than 5 observations earlier', 4.25, 4.125],
    ['breadth_40', 'fewer than 40 % of members above their 50-day average', 40, 45],
    ['breadth_60', '60 % of members or more above their 50-day average', 60, 55],
  ] as const)('%s: %s, at %d, armed again at %d', (key, label, level, rearm) => {
    const found = read(key)
    expect(wireOf(key).label).toBe(label)
    expect([found.level, found.rearm]).toEqual([expect.closeTo(level, 9), expect.closeTo(rearm, 9)])
  })

  it('are on the far side of the level, so that a value on one does not flap', () => {
    for (const wire of wires) {
      const { level, rearm } = read(wire.key)
      expect(Math.sign(rearm - level), wire.key).toBe(wire.side === 'below' ? 1 : -1)
    }
  })

  it('the average of SPY leaves the close of today out, since today’s price is compared with it', () => {
    const evening = instantAt(DAY, '21:00')
    const closes = endingWith('spy_close', [9, 650, ...Array<number>(49).fill(600), 900], evening)
    expect(closes.at(-1)!.day).toBe(DAY)
    const given = { ...inputs, cutoff: evening, series: { ...inputs.series, spy_close: closes } }
    expect(read('spy_50dma', given).level).toBeCloseTo(601, 9)
  })
})

describe('the values of the wires', () => {
  it('are prices, a ratio of two, or the newest of a series', () => {
    const values = (['spy_put_wall', 'vix_20', 'vix_term_inversion', 'hy_oas_step'] as const).map(
      (key) => read(key).value,
    )
    expect(values).toEqual([610, 18, 0.9, 3.25])
  })

  it('a ratio is as old as the older of its two quotes', () => {
    const aged = (vix: number, vix3m: number) => {
      const quotes = { VIX: quote('VIX', 18, vix), VIX3M: quote('VIX3M', 20, vix3m) }
      return read('vix_term_inversion', { ...inputs, minute: { ...inputs.minute!, quotes } }).observedAt
    }
    expect([aged(16, 17), aged(18, 15)]).toEqual([minutesAgo(17), minutesAgo(18)])
  })
})

describe('what is too old', () => {
  const statusOf = (key: WireKey, given: TripwireInputs) => wireOf(key).read(given).status
  const second = (age: number) => new Date(minutesAgo(age).getTime() - 1_000)

  it('is a quote of more than twenty minutes', () => {
    const aged = (quotedAt: Date) =>
      statusOf('vix_20', {
        ...inputs,
        minute: { ...inputs.minute!, quotes: { VIX: { ...quote('VIX', 18), quotedAt } } },
      })
    expect([aged(minutesAgo(20)), aged(second(20))]).toEqual(['observed', 'no_data'])
  })

  it('is a chain of more than 45 minutes, by the minute that is evaluated', () => {
    const aged = (quotedAt: Date) => statusOf('spy_put_wall', { ...inputs, levels: { ...inputs.levels!, quotedAt } })
    expect([aged(minutesAgo(45)), aged(second(45))]).toEqual(['observed', 'no_data'])
    const late = { ...inputs, cutoff: new Date(AT.getTime() + 3_600_000) }
    expect(statusOf('spy_put_wall', late)).toBe('observed')
  })

  it('is a quote from before the open of the session, and not one at the open', () => {
    const open = instantAt(DAY, '09:30')
    const at = new Date(open.getTime() + 10 * 60_000)
    const quoted = (quotedAt: Date) => {
      const quotes = { VIX: { ...quote('VIX', 18), quotedAt } }
      return statusOf('vix_20', { ...inputs, minute: { ...inputs.minute!, at, quotes } })
    }
    expect([quoted(open), quoted(new Date(open.getTime() - 1))]).toEqual(['observed', 'no_data'])
  })
})

describe('what is absent', () => {
  const reasonOf = (key: WireKey, given: TripwireInputs) => {
    const found = wireOf(key).read(given)
    return found.status === 'no_data' ? found.reason : null
  }
  it('is named: a quote without another reason, and a chain that is too old for a cycle without a minute', () => {
    const empty = { ...inputs, minute: { ...inputs.minute!, quotes: {} } }
    expect(reasonOf('vix_20', empty)).toBe('no VIX quote in this minute')
    expect(reasonOf('vix_term_inversion', empty)).toBe('no VIX quote in this minute')
  })
  it('is the average of SPY where its closes are', () => {
    expect(reasonOf('spy_50dma', { ...inputs, series: {} })).toMatch(/^no value of spy_close/)
  })
})

describe('an evaluation', () => {
  const daily = wires.filter(({ feed }) => feed === 'daily').map(({ key }) => key)
  const keysOf = (memories: object) => Object.keys(memories).toSorted()

  it('of a minute is one of all wires, and without a minute of those on daily series at its cutoff', () => {
    expect(keysOf(evaluateWires(wires, {}, inputs).memories)).toEqual(wires.map(({ key }) => key).toSorted())
    const cutoff = new Date(AT.getTime() + 60_000)
    const { memories } = evaluateWires(wires, {}, { ...inputs, cutoff, minute: null })
    expect(keysOf(memories)).toEqual(daily.toSorted())
    expect(memories.breadth_40!.evaluatedThrough).toEqual(cutoff)
  })

  it('that repeats the value of every wire changes nothing and reports that', () => {
    const first = evaluateWires(wires, {}, inputs)
    expect(first.superseded).toBe(false)
    expect(evaluateWires(wires, first.memories, inputs)).toEqual({
      memories: {},
      transitions: [],
      fires: [],
      superseded: true,
    })
    const { vix_20: _, ...others } = first.memories
    const again = evaluateWires(wires, others, inputs)
    expect([keysOf(again.memories), again.superseded]).toEqual([['vix_20'], false])
  })
})

it('the distance to a level is in percent of it or in points, and negative below it', () => {
  expect(distanceOf({ distanceIn: 'percent' }, { value: 510, level: 500 })).toBe(2)
  expect(distanceOf({ distanceIn: 'percent' }, { value: 495, level: 500 })).toBe(-1)
  expect(distanceOf({ distanceIn: 'points' }, { value: 18, level: 20 })).toBe(-2)
  expect(distanceOf({ distanceIn: 'points' }, { value: 31.5, level: 30 })).toBe(1.5)
})

it('a wire on a daily series names it, so that it is loaded', () => {
  const daily = wireOf('hy_oas_step')
  expect(() => defineWire({ ...daily, series: [] })).toThrow('hy_oas_step has no series to read')
  expect(defineWire({ ...daily, feed: 'minute', series: [] }).series).toEqual([])
})
