import { type Alert, AlertId } from '../../shared/domain/contract/alert.ts'
import {
  CATEGORIES,
  type Category,
  type Effect,
  type Implication,
  type OptionType,
  type PositionRead,
  type PositionSide,
  type RelevantAlert,
} from '../../shared/domain/contract/position-read.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { ALERT_MEANINGS, metricMeaning } from './alert-categories.ts'
import { type CategoryReading, categoryReadings, type Move } from './category-readings.ts'
import { exposuresOf, sectorOf } from './position-exposures.ts'

export interface Position {
  symbol: string
  name: string | null
  kind: PositionRead['kind']
  /** As the list of members has it. */
  sector: string | null
  side: PositionSide
  type: OptionType | null
}

type ServedAlert = Pick<
  Alert,
  'alert_id' | 'custom' | 'severity' | 'message' | 'fired_at' | 'input_missing' | 'evidence'
>

/** The moves that help this position: of the price of its underlying, and for an option also of its own implied volatility. */
interface Sensitivity {
  price: 1 | -1 | null
  vega: 1 | -1 | null
}

const FIGURES: Readonly<Record<Category, string>> = {
  index: 'the stock market',
  sector: 'the sector',
  volatility: 'volatility',
  credit: 'the credit spread',
  rates: 'the level of interest rates',
  oil: 'the price of oil',
  dollar: 'the dollar',
}

const sentenceOf = (position: Pick<Position, 'symbol' | 'side' | 'type'>): string =>
  [position.side, position.symbol, position.type].filter((part) => part !== null).join(' ')

/** A short position and a put each turn the direction around. */
function sensitivities(position: Position, sector: string | null): Map<Category, Sensitivity> {
  const { symbol, side, type } = position
  const bySide = side === 'long' ? 1 : -1
  const direction = type === 'put' ? -bySide : bySide
  const exposures = exposuresOf(symbol, sector)
  return new Map(
    CATEGORIES.flatMap((category): [Category, Sensitivity][] => {
      const price = exposures[category]
      const vega = type !== null && category === 'volatility' ? bySide : null
      if (price === undefined && vega === null) return []
      return [[category, { price: price === undefined ? null : price * direction > 0 ? 1 : -1, vega }]]
    }),
  )
}

/** The move that helps all parts of the position. */
function gainsWhen({ price, vega }: Sensitivity): Move | 'unclear' {
  if (price !== null && vega !== null && price !== vega) return 'unclear'
  return (price ?? vega) === 1 ? 'rises' : 'falls'
}

function effectOf(sensitivity: Sensitivity, move: Move | null): Effect {
  const gains = gainsWhen(sensitivity)
  if (move === null || gains === 'unclear') return 'unclear'
  return gains === move ? 'for' : 'against'
}

const helped = (sign: 1 | -1): string => (sign === 1 ? 'gains' : 'loses')

function whySensitive(position: Position, category: Category, { price, vega }: Sensitivity): string {
  const byPrice = price === null ? [] : [`${helped(price)} through the price of ${position.symbol}`]
  const byVega = vega === null ? [] : [`${helped(vega)} through the price of the option itself`]
  const parts = [...byPrice, ...byVega].join(price === vega ? ' and ' : ' but ')
  return `When ${FIGURES[category]} rises, a ${sentenceOf(position)} position usually ${parts}.`
}

/** The category of an alert and the move that it reports; null for an alert of which neither is known. */
function meaningOf({
  alert_id,
  custom,
  evidence,
}: ServedAlert): { category: Category | null; move: Move | null } | null {
  if (custom !== null) {
    const meaning = metricMeaning(custom.metric)
    if (meaning === null) return null
    const { threshold, clears_at: clearsAt } = evidence
    const isKnown = meaning.isDirect && threshold !== null && clearsAt !== null
    // An alert whose fire line is above its clear line reports a rise.
    return { category: meaning.category, move: isKnown ? (threshold > clearsAt ? 'rises' : 'falls') : null }
  }
  const id = AlertId.safeParse(alert_id).data
  if (id === undefined) return null
  const { category, move } = ALERT_MEANINGS[id]
  if (move !== 'as_changed') return { category, move: move === 'either' ? null : move }
  const { change } = evidence
  return { category, move: change === null ? null : change > 0 ? 'rises' : 'falls' }
}

/**
 * This sentence applies to every such kind: neither an inverted curve nor an extreme DIX says anything about the size
 * of moves.
 */
const UNDIRECTED = 'The alert reports a state and names no direction.'
const DATA_REASON = 'A source is out, so readings that matter to this position may be old or missing.'

function relevantAlerts(
  position: Position,
  sensitive: ReadonlyMap<Category, Sensitivity>,
  alerts: readonly ServedAlert[],
): RelevantAlert[] {
  return alerts.flatMap((alert) => {
    const meaning = meaningOf(alert)
    if (meaning === null) return []
    const { alert_id, custom, severity, message, fired_at, input_missing } = alert
    const { category, move } = meaning
    const sensitivity = category === null ? null : sensitive.get(category)
    if (sensitivity === undefined) return []
    const effect = sensitivity === null ? 'unclear' : effectOf(sensitivity, move)
    const because = sensitivity === null ? DATA_REASON : whySensitive(position, category!, sensitivity)
    const reason = sensitivity !== null && move === null ? `${because} ${UNDIRECTED}` : because
    const custom_name = custom?.name ?? null
    return [{ alert_id, custom_name, severity, category, effect, message, fired_at, input_missing, reason }]
  })
}

function implicationOf(position: Position, sensitivity: Sensitivity, reading: CategoryReading): Implication {
  const { category, signal, level, value, label, move } = reading
  const effect = effectOf(sensitivity, move)
  const reason = `${label} (${value}). ${whySensitive(position, category, sensitivity)}`
  return { category, signal, level, value, effect, reason }
}

/** The part of the served market state that matters to a position. The same documents give the same answer. */
export function positionRead(
  position: Position,
  { alerts, snapshot }: { alerts: readonly ServedAlert[]; snapshot: SignalsSnapshot | null },
): PositionRead {
  const sector = sectorOf(position.symbol, position.sector)
  const sensitive = sensitivities(position, sector)
  const { readings, missing } = categoryReadings(snapshot, sector, [...sensitive.keys()])
  const relevant = relevantAlerts(position, sensitive, alerts)
  const implications = readings
    .filter(({ isMaterial }) => isMaterial)
    .map((reading) => implicationOf(position, sensitive.get(reading.category)!, reading))
  const count = (effect: Effect): number =>
    [...relevant, ...implications].filter((each) => each.effect === effect).length
  const counts = { against: count('against'), for: count('for'), unclear: count('unclear') }
  const isEmpty = relevant.length + implications.length === 0
  return {
    schema_version: '2026.11',
    symbol: position.symbol,
    name: position.name,
    kind: position.kind,
    sector,
    side: position.side,
    type: position.type,
    as_of: snapshot?.as_of ?? null,
    regime: snapshot?.regime ?? null,
    exposures: [...sensitive].map(([category, sensitivity]) => ({
      category,
      gains_when: gainsWhen(sensitivity),
      reason: whySensitive(position, category, sensitivity),
    })),
    alerts: relevant,
    implications,
    ...counts,
    summary: summaryOf(position, counts),
    missing: position.kind === null ? [...missing, NO_LIST] : missing,
    reason: !isEmpty ? null : snapshot === null ? NO_SNAPSHOT : NOTHING,
  }
}

const NO_LIST = 'sector: the list of symbols is not known yet, so the rule of the whole market was used'
const NO_SNAPSHOT = 'no snapshot has been computed yet'
const NOTHING =
  'no alert that matters to this position is active, and the readings that stand for its exposures are ordinary; ' +
  'readings that stand for none, such as dealer gamma, skew and dark-pool buying, are in the alignment'

const summaryOf = (position: Position, counts: Record<Effect, number>): string =>
  `Of the alerts and readings that matter to a ${sentenceOf(position)} position, ` +
  `${counts.against} ${counts.against === 1 ? 'works' : 'work'} against it, ` +
  `${counts.for} ${counts.for === 1 ? 'helps' : 'help'} it and ${counts.unclear} can do either. This describes the market state and is no advice.`
