import {
  emptyRail,
  type GammaRail,
  RAIL_RULES_VERSION,
  type RailLevel,
} from '../../shared/domain/contract/gamma-rail.ts'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import { previousSession, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern, easternExact } from '../../shared/time/eastern.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { chainInput, ownGamma } from '../inputs/gamma-view.ts'
import type { ChainPoint, MarketInputs } from '../inputs/market-inputs.ts'
import { shown } from '../maths/shown.ts'
import { mean } from '../maths/statistics.ts'
import { expiredFront } from './analysis-as-of.ts'
import { NO_CHAIN } from './gamma-levels.ts'
import { moveAsOf } from './move-as-of.ts'
import { railTicks } from './rail-ticks.ts'
import { tiedWith } from './walls.ts'

type Key = RailLevel['key']
type Price = number | string

const LABELS: Record<Key, string> = {
  spot: 'SPY',
  call_wall: 'call wall',
  put_wall: 'put wall',
  zero_gamma: 'zero gamma',
  max_pain: 'max pain',
  expected_move_low: 'low of the expected move',
  expected_move_high: 'high of the expected move',
  front_call_wall: 'front call wall',
  front_put_wall: 'front put wall',
  previous_close: 'previous close',
  average_50d: '50-day average',
  average_200d: '200-day average',
  ai_flip: 'AI flip',
}

const NO_VERDICT = 'no scheduled verdict has been written yet'

/** Levels that come from the option chain. */
const OF_CHAIN: ReadonlySet<Key> = new Set([
  'call_wall',
  'put_wall',
  'zero_gamma',
  'max_pain',
  'expected_move_low',
  'expected_move_high',
  'front_call_wall',
  'front_put_wall',
])

interface Spot {
  price: number
  from: NonNullable<GammaRail['spot_from']>
  input: InputReading
}

/** Every level with its price and distance from spot; an unknown level states why. */
export function gammaRail(inputs: MarketInputs): GammaRail {
  const spot = spotOf(inputs)
  if (!spot)
    return emptyRail(
      'the sources of the signals have neither an option chain nor a recent price of SPY',
      easternExact(inputs.cutoff),
    )
  const chain = inputs.chain ?? inputs.earlierChain ?? null
  const gamma = ownGamma(chain)
  const session = chain && gamma !== null ? eastern(chain.quotedAt).day : null
  const { move, covers, around } = moveOf(inputs, spot)
  const flip = inputs.aiFlip ?? NO_VERDICT
  const known: [Key, Price][] = [
    ['spot', spot.price],
    ...chainLevels(chain, inputs.cutoff),
    ...moveLevels(around, move, chain),
    ...closeLevels(inputs),
    ['ai_flip', typeof flip === 'object' ? flip.level : flip],
  ]
  const levels = known
    .flatMap(([key, price]) => (typeof price === 'number' ? [level(key, price, spot.price, move)] : []))
    .map((each) => withTies(each, chain))
    .map((each) => (each.key === 'ai_flip' ? withDay(each, flip, inputs.day) : each))
    .map((each) => (each.key === 'previous_close' ? withOlderDay(each, inputs) : each))
    .map((each) =>
      session !== null && session !== inputs.day && OF_CHAIN.has(each.key) ? ofSession(each, session) : each,
    )
  const missing = known.flatMap(([key, price]) => (typeof price === 'string' ? [{ key, reason: price }] : []))
  const { ticks, axis } = railTicks(levels)
  const used = chain && gamma !== null && spot.from !== 'chain' ? [chainInput(chain, gamma, inputs)] : []
  return {
    schema_version: '2026.11',
    rules_version: RAIL_RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    underlying: 'SPY',
    spot: shown(spot.price),
    spot_from: spot.from,
    levels_session: session,
    gamma_sign: chain?.analysis?.sign ?? null,
    expected_move: move,
    expected_move_covers: covers,
    n: levels.length,
    levels: levels.sort((a, b) => b.price - a.price),
    missing,
    ticks,
    axis,
    inputs: agedInputs([spot.input, ...used], inputs),
    reason: null,
  }
}

interface Move {
  move: number | null
  covers: GammaRail['expected_move_covers']
  /** The middle of the band. */
  around: number
}

/**
 * While the market is open, the rest of the day, around spot; afterwards the next session, around its forward, which a
 * coming dividend takes below spot. Before the first chain of a day, the last chain of the previous session states its
 * next session, which is today; a quote of today already includes the dividend.
 */
function moveOf({ chain, earlierChain, cutoff, day }: MarketInputs, { price, from }: Spot): Move {
  const none: Move = { move: null, covers: null, around: price }
  if (!chain) {
    const known = earlierChain?.analysis?.expected_move
    if (known?.next_session_day !== day || known.next_session === null) return none
    const around = from === 'close' ? (known.next_session_forward ?? price) : price
    return { move: known.next_session, covers: 'next_session', around }
  }
  const { analysis, quotedAt } = chain
  if (!analysis) return none
  const { rest_of_day, next_session, next_session_forward } = moveAsOf(analysis.expected_move, { quotedAt, cutoff })
  if (rest_of_day !== null) return { move: rest_of_day, covers: 'rest_of_day', around: price }
  if (next_session === null) return none
  return { move: next_session, covers: 'next_session', around: next_session_forward ?? price }
}

/** The chain's own spot, to which its levels belong; without a chain the newest quote or close. */
function spotOf(inputs: MarketInputs): Spot | null {
  const { chain } = inputs
  if (chain && chain.netGamma !== null) {
    return {
      price: chain.spot,
      from: 'chain',
      input: { ...chainInput(chain, chain.spot, inputs), series: 'spy_chain' },
    }
  }
  const view = dailyView(inputs, 'spy_close')
  if (isAbsent(view)) return null
  return { price: view.latest.value, from: view.input.for.length > 10 ? 'quote' : 'close', input: view.input }
}

function chainLevels(chain: ChainPoint | null, cutoff: Date): [Key, Price][] {
  const keys = ['call_wall', 'put_wall', 'zero_gamma', 'max_pain', 'front_call_wall', 'front_put_wall'] as const
  if (!chain || chain.netGamma === null) return keys.map((key) => [key, NO_CHAIN])
  const { analysis } = chain
  const expired = analysis ? expiredFront(analysis, cutoff) : null
  const front = expired === null ? analysis?.front : null
  return [
    ['call_wall', chain.callWall ?? 'no strike has a positive exposure'],
    ['put_wall', chain.putWall ?? 'no strike has a negative exposure'],
    ['zero_gamma', analysis?.zero_gamma ?? chain.zeroGamma ?? analysis?.zero_gamma_reason ?? 'it was not computed'],
    ['max_pain', analysis?.max_pain ?? chain.maxPain ?? 'no open interest is known'],
    ['front_call_wall', front?.call_wall ?? expired ?? 'the nearest expiration has no strike with a positive exposure'],
    ['front_put_wall', front?.put_wall ?? expired ?? 'the nearest expiration has no strike with a negative exposure'],
  ]
}

function moveLevels(around: number, move: number | null, chain: ChainPoint | null): [Key, Price][] {
  const why = chain ? 'no volatility at the money is known' : NO_CHAIN
  return [
    ['expected_move_low', move === null ? why : around - move],
    ['expected_move_high', move === null ? why : around + move],
  ]
}

const earlierCloses = ({ series, day }: MarketInputs) => (series.spy_close ?? []).filter((point) => point.day < day)

function closeLevels(inputs: MarketInputs): [Key, Price][] {
  const closes = earlierCloses(inputs).map(({ value }) => value)
  const average = (sessions: number): Price => {
    const found = closes.length < sessions ? null : mean(closes.slice(-sessions))
    return found ?? `${closes.length} of ${sessions} closes are known`
  }
  return [
    ['previous_close', closes.at(-1) ?? 'no close of SPY is known'],
    ['average_50d', average(50)],
    ['average_200d', average(200)],
  ]
}

/** The level of a watch-line may be an average of an earlier day, which differs from the one of today beside it. */
const withDay = (found: RailLevel, flip: NonNullable<MarketInputs['aiFlip']>, today: string): RailLevel =>
  typeof flip === 'object' && flip.day !== null && flip.day !== today ? ofSession(found, flip.day) : found

/** Once a session has ended, the close before it is an older one, and its label names its day. */
function withOlderDay(found: RailLevel, inputs: MarketInputs): RailLevel {
  const day = earlierCloses(inputs).at(-1)?.day
  const session = sessionOnOrBefore(inputs.day)
  const ended = session.close <= inputs.cutoff ? session : previousSession(session.day)
  return day === undefined || day === ended.day ? found : ofSession(found, day)
}

/** The label of a wall names the other strikes that have nearly the same exposure. */
function withTies(found: RailLevel, chain: ChainPoint | null): RailLevel {
  if (found.key !== 'call_wall' && found.key !== 'put_wall') return found
  const pair = chain?.analysis?.[`${found.key}_pair`]
  if (pair === undefined) return found
  const ties = chain?.analysis?.[`${found.key}_ties`]
  const label = [found.label, ...tiedWith(found.price, { pair, ties })].join(' or ')
  return { ...found, pair, ...(ties === undefined ? {} : { ties }), label }
}

/** The label of a level names its session if it is of an earlier one. */
const ofSession = (level: RailLevel, session: string): RailLevel => ({ ...level, label: `${level.label} (${session})` })

function level(key: Key, price: number, spot: number, move: number | null): RailLevel {
  const distance = price - spot
  return {
    key,
    label: LABELS[key],
    price: shown(price),
    side: distance === 0 ? 'at' : distance > 0 ? 'above' : 'below',
    distance: shown(distance),
    distance_percent: shown((100 * distance) / spot),
    distance_moves: move === null || move === 0 ? null : shown(distance / move),
  }
}
