import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { daysBetween, tradingDay } from '../../shared/time/trading-day.ts'
import { parseQuoteData } from './cboe-quotedata.ts'
import { reportMove } from './report-move.ts'
import { type Slice, volatilitySlices } from './volatility-slices.ts'
import { iv30, skew25, termStructure } from './volatility-surface.ts'

/**
 * A second computation of the same definitions, which shares no code with the engine: its own reading of the file,
 * forwards from one strike, prices by integrating the density, volatilities by bisection. It needs HISTORY_DATA.
 */
const FOLDER = join(process.env.HISTORY_DATA ?? '', 'chains')
const RATE = 0.03
const FILES = [
  ['SPX_2022-06-10.csv.gz', '2022-06-10T20:00:00Z'],
  ['SPX_2023-06-09.csv.gz', '2023-06-09T17:40:00Z'],
  ['SPY_2023-09-14.csv.gz', '2023-09-14T20:00:00Z'],
] as const

type Row = { strike: number; call: number | null; put: number | null }
type Expiry = { key: string; years: number; forward: number; atm: number; put25: number; call25: number }

const textOf = (file: string): string => gunzipSync(readFileSync(join(FOLDER, file))).toString()
const mid = (bid: string, ask: string): number | null => {
  const [low, high] = [Number(bid), Number(ask)]
  return low > 0 && high >= low && high - low <= (low + high) / 2 ? (low + high) / 2 : null
}

/** The normal distribution as Simpson's sum over its density. */
const cumulative = (x: number): number => {
  const steps = 200
  const width = x / steps
  let sum = 0
  for (let at = 0; at <= steps; at++) {
    sum += (at === 0 || at === steps ? 1 : at % 2 === 1 ? 4 : 2) * Math.exp(-((at * width) ** 2) / 2)
  }
  return 0.5 + (sum * width) / 3 / Math.sqrt(2 * Math.PI)
}

const d1Of = (forward: number, strike: number, deviation: number) =>
  Math.log(forward / strike) / deviation + deviation / 2

/** The volatility at which a forward option out of the money costs its price, by halving. */
const solve = (price: number, strike: number, forward: number, years: number): number => {
  const [from, to] = [0.01, 3]
  let [low, high] = [from, to]
  for (let round = 0; round < 45; round++) {
    const middle = (low + high) / 2
    const deviation = middle * Math.sqrt(years)
    const d1 = d1Of(forward, strike, deviation)
    const call = forward * cumulative(d1) - strike * cumulative(d1 - deviation)
    const value = strike >= forward ? call : call - forward + strike
    if (value * Math.exp(-RATE * years) < price) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A value at a place on the line between the two points around it. */
const between = (points: readonly (readonly [number, number])[], place: number): number => {
  const after = points.findIndex(([x]) => x >= place)
  const [[x0, y0], [x1, y1]] = [points[Math.max(0, after - 1)]!, points[after]!]
  return x1 === x0 ? y1 : y0 + ((place - x0) / (x1 - x0)) * (y1 - y0)
}

const expiryOf = (key: string, years: number, rows: readonly Row[]): Expiry => {
  const both = rows.filter(({ call, put }) => call !== null && put !== null)
  const even = both.reduce((best, row) =>
    Math.abs(row.call! - row.put!) < Math.abs(best.call! - best.put!) ? row : best,
  )
  const forward = even.strike + (even.call! - even.put!) * Math.exp(RATE * years)
  const smile = rows.flatMap(({ strike, call, put }) => {
    const price = strike >= forward ? call : put
    if (price === null || Math.abs(Math.log(strike / forward)) > 0.12) return []
    return [[strike, solve(price, strike, forward, years)] as const]
  })
  const deltas = smile.map(([strike, volatility]) => [
    cumulative(d1Of(forward, strike, volatility * Math.sqrt(years))),
    volatility,
  ]) as [number, number][]
  const rising = deltas.toReversed()
  return {
    key,
    years,
    forward,
    atm: between(smile, forward),
    put25: between(rising, 0.75),
    call25: between(rising, 0.25),
  }
}

/** The expirations from three to six weeks ahead, whose figures stand around 30 days. */
const expiriesOf = (file: string, quotedAt: string): Expiry[] => {
  const rows = new Map<string, Row[]>()
  for (const line of textOf(file).split('\n')) {
    const cells = line.split(',')
    const symbol = /^(SPXW?|SPY)(\d\d)(\d\d)(\d\d)C/.exec(cells[1] ?? '')
    if (!symbol) continue
    const [, root, year, month, day] = symbol
    const key = `20${year}-${month}-${day} ${root === 'SPX' ? 'am' : 'pm'}`
    const row = { strike: Number(cells[11]), call: mid(cells[4]!, cells[5]!), put: mid(cells[15]!, cells[16]!) }
    rows.set(key, [...(rows.get(key) ?? []), row])
  }
  return [...rows]
    .map(([key, list]) => {
      const [day, settled] = key.split(' ')
      // Every one of these expirations lies in summer time.
      const at = Date.parse(`${day}T${settled === 'am' ? '13:30' : '20:00'}:00Z`)
      return { key, list, years: (at - Date.parse(quotedAt)) / (365 * 86_400_000) }
    })
    .filter(({ years }) => years > 20 / 365 && years < 45 / 365)
    .sort((a, b) => a.years - b.years)
    .map(({ key, list, years }) => expiryOf(key, years, list))
}

const at30 = (expiries: readonly Expiry[], pick: (expiry: Expiry) => number): number => {
  const variances = expiries.map((each) => [each.years, pick(each) ** 2 * each.years] as const)
  return Math.sqrt(between(variances, 30 / 365) / (30 / 365))
}

const slicesOf = (file: string): Slice[] => volatilitySlices(parseQuoteData(textOf(file)), RATE).slices

/** The same chain with a report's variance in every expiration after its day. */
const planted = (slices: readonly Slice[], report: string, event: number): Slice[] =>
  slices.map((slice) => {
    const extra = daysBetween(tradingDay(report), slice.expiration) > 0 ? event ** 2 / slice.years : 0
    const strikes = slice.strikes.map((each) => ({
      ...each,
      volatility: each.volatility === null ? null : Math.sqrt(each.volatility ** 2 + extra),
    }))
    return { ...slice, strikes }
  })

describe.runIf(existsSync(FOLDER))('real chains', () => {
  test.each(FILES)('%s: 30 days, skew and term structure equal a second computation', (file, quotedAt) => {
    const slices = slicesOf(file)
    const expiries = expiriesOf(file, quotedAt)
    expect(expiries.length).toBeGreaterThan(2)
    expect(Math.abs(iv30(slices).value! - at30(expiries, ({ atm }) => atm))).toBeLessThan(0.001)
    const skew = at30(expiries, ({ put25 }) => put25) - at30(expiries, ({ call25 }) => call25)
    expect(Math.abs(skew25(slices).value! - skew)).toBeLessThan(0.002)
    const points = new Map(termStructure(slices).map((point) => [`${point.expiration} ${point.settlement}`, point]))
    for (const { key, atm, years, forward } of expiries) {
      const point = points.get(key)!
      expect(Math.abs(point.atm_iv! - atm), key).toBeLessThan(0.001)
      expect(point.total_variance! / (atm ** 2 * years), key).toBeCloseTo(1, 1)
      // A straddle at the forward is worth the square root of two over pi deviations, which is nearly 0.8.
      const deviation = forward * atm * Math.sqrt(years)
      expect(point.implied_move! / deviation, key).toBeGreaterThan(0.97)
      expect(point.implied_move! / deviation, key).toBeLessThan(1.03)
    }
  })

  test.each([
    [FILES[0][0], ['2022-06-23', '2022-07-07', '2022-08-10', '2022-09-08']],
    [FILES[1][0], ['2023-06-22', '2023-07-06', '2023-08-10', '2023-09-07']],
    [FILES[2][0], ['2023-09-27', '2023-10-11', '2023-11-08', '2023-12-07']],
  ])('%s: a report of 6 %% that is planted is found within a tenth', (file, days) => {
    const slices = slicesOf(file)
    for (const report of days) {
      const { implied_move } = reportMove(planted(slices, report, 0.06), tradingDay(report))
      expect(Math.abs(implied_move! / 0.06 - 1), report).toBeLessThan(0.1)
    }
  })
})
