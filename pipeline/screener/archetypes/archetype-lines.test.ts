import { expect, test } from 'vitest'
import { firingInput } from '../../../harness/fixtures/archetype-paths.ts'
import type { ArchetypeId } from '../../../shared/domain/contract/screener-ids.ts'
import type { ArchetypeInput } from '../archetype.ts'
import { highestClose, lowestClose, type NameView, returnOver } from '../name-view.ts'
import { archetypeOf } from './index.ts'

type Change = (name: NameView, input: ArchetypeInput) => Partial<NameView>

const last = ({ closes }: NameView): number => closes.at(-1)!
/** The same closes but for one, counted back from the newest. */
const closeSet = ({ closes }: NameView, ago: number, close: number): Partial<NameView> => ({
  closes: closes.with(closes.length - 1 - ago, close),
})
/** Volumes whose mean of 50 is 1,000 before a bar with so many times that. */
const volumeOf = (ratio: number, ago: number): Partial<NameView> => ({
  volumes: Array.from({ length: 80 }, (_, at) => (at === 79 - ago ? 1_000 * ratio : 1_000)),
})
/** The daily deviation with which the return of some bars is so many usual moves. */
const dayFor = (name: NameView, { bars, moves }: { bars: number; moves: number }): number =>
  returnOver(name, bars) / (moves * Math.sqrt(bars))

const changed = (input: ArchetypeInput, change: Change): ArchetypeInput => ({
  ...input,
  name: { ...input.name, ...change(input.name, input) },
})
function marketChanged(input: ArchetypeInput, change: Change): ArchetypeInput {
  const market = { ...input.market, ...change(input.market, input) }
  return { ...input, market, marketReturn: (bars) => returnOver(market, bars) }
}
const firing = (id: ArchetypeId) => firingInput(archetypeOf(id))

/** The high of the 60 bars before those of a breakout. */
const baseHigh = (name: NameView): number => highestClose(name, 60, 6)

/** Each change breaks one condition of the setup and leaves the others as they were. */
const BROKEN: readonly [ArchetypeId, string, Change][] = [
  ['oversold_quality', 'below its average of 200', (name) => ({ average200: last(name) * 1.001 })],
  ['oversold_quality', 'average of 50 below that of 200', (name) => ({ average50: name.average200 * 0.999 })],
  ['oversold_quality', 'a usual fall', (name) => ({ day60: dayFor(name, { bars: 5, moves: -1.19 }) })],
  ['capitulation_reversal', 'not oversold', () => ({ rsi: 35.1 })],
  ['capitulation_reversal', 'a usual fall', (name) => ({ day60: dayFor(name, { bars: 5, moves: -1.69 }) })],
  ['parabolic_exhaustion', 'not overbought', () => ({ rsi: 67.9 })],
  ['parabolic_exhaustion', 'a usual rise', (name) => ({ day60: dayFor(name, { bars: 20, moves: 1.59 }) })],
  ['crowded_complacency', 'not calm', (name) => ({ day20: 0.751 * name.day250 })],
  [
    'crowded_complacency',
    'far below its high',
    (name) => closeSet(name, 100, last(name) * Math.exp(2.1 * name.day250)),
  ],
  ['crowded_complacency', 'near its average', (name) => ({ average200: last(name) * Math.exp(-2.4 * name.day250) })],
  ['failed_breakout', 'back above the base', (name) => closeSet(name, 0, baseHigh(name) * 1.0001)],
  ['failed_breakout', 'no breakout', (name) => closeSet(name, 20, highestClose(name, 6) * 1.0001)],
  ['failed_breakout', 'hardly back', (name) => ({ day60: Math.log(baseHigh(name) / last(name)) / 0.29 })],
  [
    'breakdown_retest',
    'a shallow break',
    (name) => ({ day60: Math.log(lowestClose(name, 60, 12) / lowestClose(name, 12)) / 0.99 }),
  ],
  ['breakdown_retest', 'a new low', (name) => closeSet(name, 0, lowestClose(name, 12) * 0.9999)],
  [
    'breakdown_retest',
    'far above the level',
    (name) => closeSet(name, 0, lowestClose(name, 60, 12) * Math.exp(0.31 * name.day60)),
  ],
  ['relative_strength_reclaim', 'below its average', (name) => ({ average50: last(name) * 1.0001 })],
  ['relative_strength_reclaim', 'above its average before', (name) => ({ average50: name.closes.at(-3)! * 0.9999 })],
  ['post_earnings_base', 'light volume', () => volumeOf(1.79, 10)],
]

test.each(BROKEN)('%s does not fire: %s', (id, _condition, change) => {
  const input = firing(id)
  expect(archetypeOf(id).fires(input)).not.toBeNull()
  expect(archetypeOf(id).fires(changed(input, change))).toBeNull()
})

/** A fact with a change on the side of its line where it holds, and one on the other side. */
const FACTS: readonly [ArchetypeId, string, Change, Change][] = [
  [
    'oversold_quality',
    'usual_volatility',
    (name) => ({ day250: name.day60 / 1.049 }),
    (name) => ({ day250: name.day60 / 1.051 }),
  ],
  [
    'oversold_quality',
    'steady_name',
    (_name, { market }) => ({ day250: 1.59 * market.day250 }),
    (_name, { market }) => ({ day250: 1.61 * market.day250 }),
  ],
  [
    'oversold_quality',
    'near_average_of_50',
    (name) => ({ average50: last(name) * Math.exp(1.99 * name.day60) }),
    (name) => ({ average50: last(name) * Math.exp(2.01 * name.day60) }),
  ],
  [
    'oversold_quality',
    'shallow_fall',
    (name) => ({ day250: Math.log(highestClose(name, 250) / last(name)) / 5.9 }),
    (name) => ({ day250: Math.log(highestClose(name, 250) / last(name)) / 6.1 }),
  ],
  [
    'capitulation_reversal',
    'low_of_60_sessions',
    (name) => closeSet(name, 40, lowestClose(name, 3) * 1.001),
    (name) => closeSet(name, 40, lowestClose(name, 3) * 0.999),
  ],
  [
    'capitulation_reversal',
    'far_below_high',
    (name) => ({ day250: Math.log(highestClose(name, 60) / last(name)) / (1.51 * Math.sqrt(20)) }),
    (name) => ({ day250: Math.log(highestClose(name, 60) / last(name)) / (1.49 * Math.sqrt(20)) }),
  ],
  [
    'capitulation_reversal',
    'volatility_jumped',
    (name) => ({ day250: name.day20 / 1.21 }),
    (name) => ({ day250: name.day20 / 1.19 }),
  ],
  ['capitulation_reversal', 'volume_spike', () => volumeOf(1.81, 0), () => volumeOf(1.79, 0)],
  ['capitulation_reversal', 'volume_spike', () => volumeOf(1.81, 1), () => volumeOf(1.79, 1)],
  [
    'crowded_complacency',
    'far_above_average_of_200',
    (name) => ({ average200: last(name) * Math.exp(-6.1 * name.day250) }),
    (name) => ({ average200: last(name) * Math.exp(-5.9 * name.day250) }),
  ],
  [
    'crowded_complacency',
    'no_fall_for_a_quarter',
    (name) => ({ day60: dayFor(name, { bars: 60, moves: 0.81 }) }),
    (name) => ({ day60: dayFor(name, { bars: 60, moves: 0.79 }) }),
  ],
  ['crowded_complacency', 'overbought', () => ({ rsi: 62 }), () => ({ rsi: 61.9 })],
  [
    'failed_breakout',
    'below_average_of_20',
    (name) => ({ average20: last(name) * 1.001 }),
    (name) => ({ average20: last(name) * 0.999 }),
  ],
  [
    'failed_breakout',
    'lost_a_week',
    (name) => closeSet(name, 3, last(name) * 1.001),
    (name) => closeSet(name, 3, last(name) * 0.999),
  ],
  [
    'failed_breakout',
    'volatility_rises',
    (name) => ({ day20: name.day60 * 1.001 }),
    (name) => ({ day20: name.day60 * 0.999 }),
  ],
  [
    'breakdown_retest',
    'below_average_of_50',
    (name) => ({ average50: last(name) * 1.001 }),
    (name) => ({ average50: last(name) * 0.999 }),
  ],
  [
    'breakdown_retest',
    'average_of_50_below_200',
    (name) => ({ average200: name.average50 * 1.001 }),
    (name) => ({ average200: name.average50 * 0.999 }),
  ],
  [
    'breakdown_retest',
    'volatility_rises',
    (name) => ({ day20: name.day60 * 1.001 }),
    (name) => ({ day20: name.day60 * 0.999 }),
  ],
  [
    'parabolic_exhaustion',
    'high_of_250_sessions',
    (name) => closeSet(name, 100, highestClose(name, 3) * 0.999),
    (name) => closeSet(name, 100, highestClose(name, 3) * 1.001),
  ],
  [
    'parabolic_exhaustion',
    'far_above_average',
    (name) => ({ average50: last(name) * Math.exp(-1.51 * 5 * name.day250) }),
    (name) => ({ average50: last(name) * Math.exp(-1.49 * 5 * name.day250) }),
  ],
  ['parabolic_exhaustion', 'volume_spike', () => volumeOf(1.81, 1), () => volumeOf(1.79, 1)],
  [
    'relative_strength_reclaim',
    'average_of_50_above_200',
    (name) => ({ average200: name.average50 * 0.999 }),
    (name) => ({ average200: name.average50 * 1.001 }),
  ],
  [
    'relative_strength_reclaim',
    'within_reach_of_high',
    (name) => closeSet(name, 200, last(name) * Math.exp(4.9 * name.day60)),
    (name) => closeSet(name, 200, last(name) * Math.exp(5.1 * name.day60)),
  ],
  ['relative_strength_reclaim', 'calmer', (name) => ({ day20: name.day60 }), (name) => ({ day20: name.day60 * 1.001 })],
  [
    'post_earnings_base',
    'above_average_of_200',
    (name) => ({ average200: last(name) * 0.999 }),
    (name) => ({ average200: last(name) * 1.001 }),
  ],
]

test.each(FACTS)('%s: %s holds on one side of its line alone', (id, fact, holds, fails) => {
  const confluenceOf = (change: Change) => archetypeOf(id).fires(changed(firing(id), change))?.confluence
  expect(confluenceOf(holds)).toContain(fact)
  const without = confluenceOf(fails)
  expect(without).toBeDefined()
  expect(without).not.toContain(fact)
})

/** Closes of the market that moved by so much in each bar. */
const marketOf =
  (perBar: number): Change =>
  ({ closes }) => ({ closes: closes.map((_, at) => 100 * Math.exp(perBar * at)) })

test.each<[ArchetypeId, string, number, number]>([
  ['oversold_quality', 'beat_market_over_year', -0.01, 0.05],
  ['crowded_complacency', 'ahead_of_market_over_half_a_year', -0.01, 0.05],
  ['failed_breakout', 'behind_market_over_ten_sessions', 0.05, -0.05],
  ['failed_breakout', 'behind_market_over_quarter', 0.05, -0.05],
  ['breakdown_retest', 'behind_market_over_quarter', 0.05, -0.05],
  ['breakdown_retest', 'behind_market_over_half_a_year', 0.05, -0.05],
  ['parabolic_exhaustion', 'far_ahead_of_market', -0.01, 0.05],
  ['post_earnings_base', 'beats_market_since', -0.05, 0.05],
])('%s: %s compares with the market', (id, fact, holds, fails) => {
  const confluenceAt = (perBar: number) =>
    archetypeOf(id).fires(marketChanged(firing(id), marketOf(perBar)))?.confluence
  expect(confluenceAt(holds)).toContain(fact)
  expect(confluenceAt(fails)).not.toContain(fact)
})

test('a name that is behind a rising market does not reclaim its strength', () => {
  const id = 'relative_strength_reclaim'
  expect(archetypeOf(id).fires(marketChanged(firing(id), marketOf(0.05)))).toBeNull()
})

/** The measure of a score at its line and where it is as strong as it gets. */
test.each<[ArchetypeId, Change, Change]>([
  [
    'oversold_quality',
    (name) => ({ day60: dayFor(name, { bars: 5, moves: -1.2001 }) }),
    (name) => ({ day60: dayFor(name, { bars: 5, moves: -2.999 }) }),
  ],
  [
    'capitulation_reversal',
    (name) => ({ day60: dayFor(name, { bars: 5, moves: -1.7001 }) }),
    (name) => ({ day60: dayFor(name, { bars: 5, moves: -3.999 }) }),
  ],
  [
    'parabolic_exhaustion',
    (name) => ({ day60: dayFor(name, { bars: 20, moves: 1.6001 }) }),
    (name) => ({ day60: dayFor(name, { bars: 20, moves: 3.499 }) }),
  ],
  ['crowded_complacency', (name) => ({ day20: 0.7499 * name.day250 }), (name) => ({ day20: 0.3501 * name.day250 })],
  [
    'failed_breakout',
    (name) => ({ day60: Math.log(baseHigh(name) / last(name)) / 0.3001 }),
    (name) => ({ day60: Math.log(baseHigh(name) / last(name)) / 2.999 }),
  ],
])('the score of %s goes from 0 at its line to 100', (id, atLine, strongest) => {
  const scoreOf = (change: Change) => archetypeOf(id).fires(changed(firing(id), change))?.score
  expect([scoreOf(atLine), scoreOf(strongest)]).toEqual([0, 100])
})

test.each<[ArchetypeId, number, number]>([
  ['oversold_quality', 0.151, 0.149],
  ['capitulation_reversal', 0.501, 0.499],
  ['crowded_complacency', -0.301, -0.299],
  ['failed_breakout', -0.101, -0.099],
  ['breakdown_retest', -0.201, -0.199],
  ['parabolic_exhaustion', -0.401, -0.399],
])('%s is confirmed by a price %d usual moves from the close before', (id, beyond, short) => {
  const priceAfter = (moves: number) =>
    archetypeOf(id).confirms(
      changed(firing(id), (name) => ({
        closeBefore: last(name),
        price: last(name) * Math.exp(moves * name.day60),
      })),
    )
  expect([priceAfter(beyond), priceAfter(short)]).toEqual([true, false])
})

test('a failed breakout by less than a tenth of a percent is named by its bound', () => {
  const broken = changed(firing('failed_breakout'), (name) => {
    const level = baseHigh(name)
    const closes = name.closes.map((close, at) =>
      at >= name.closes.length - 6 ? Math.min(close, level * 1.0003) : close,
    )
    return { closes }
  })
  expect(archetypeOf('failed_breakout').fires(broken)?.why[0]).toBe(
    'closed less than 0.1 % above the 60-session high within the last 6 sessions',
  )
})
