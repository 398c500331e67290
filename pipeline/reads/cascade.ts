import { type Cascade, type CascadeLayer, LAYERS } from '../../shared/domain/contract/cascade.ts'
import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import { cite } from '../inputs/cite.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { currentPillars, gammaSilence, pillarCloses } from '../regime/market-regime.ts'
import { type Band, heldBand, pillarBands } from '../regime/pillar-bands.ts'
import { LIVE_PILLARS_MIN, RULES_VERSION } from '../score/score.ts'
import type { Pillar } from '../signals/component.ts'
import { type ComponentReading, liveReadings, readComponents } from '../signals/read-components.ts'
import { MACRO, macroBand, macroBands } from './macro-bands.ts'

type LayerName = CascadeLayer['layer']
interface Dated {
  day: TradingDay
  band: Band
}

/** Returns how far stress has spread, in the order it usually travels, and the close at which each layer turned. */
export function cascade(inputs: MarketInputs): Cascade {
  const readings = readComponents(inputs)
  const closes = pillarCloses(inputs)
  const today = sessionOnOrBefore(inputs.day).day
  const layers = LAYERS.map((layer) =>
    layer === 'macro'
      ? macroLayer(
          readings,
          inputs,
          closes.map(({ day }) => day),
          today,
        )
      : pillarLayer(layer, readings, inputs, closes, today),
  )
  const known = layers.filter(({ status }) => status === 'ready')
  const strained = layers.filter(isStrained)
  const enough = known.length > LIVE_PILLARS_MIN
  const order = [...strained].sort((a, b) => compare(leftCalm(a), leftCalm(b))).map(({ layer }) => layer)
  const stage = enough ? stageOf(strained.length) : 'insufficient_data'
  return {
    schema_version: '2026.11',
    rules_version: RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    stage,
    reached: strained.at(-1)?.layer ?? null,
    n: known.length,
    n_strained: strained.length,
    n_stressed: layers.filter(({ band }) => band === 'stressed' || band === 'panic').length,
    order,
    sentence: sentence(stage, strained, layers.length - known.length),
    sessions_looked_at: closes.length,
    reason: enough ? null : `only ${known.length} of 5 layers have a reading, ${LIVE_PILLARS_MIN + 1} are needed`,
    layers,
  }
}

const isStrained = ({ band }: CascadeLayer): boolean => band !== null && band !== 'calm'
/** If no calm close is on record, the layer counts as the first to have left calm. */
const leftCalm = ({ strained_since }: CascadeLayer): string => strained_since ?? ''
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function stageOf(strained: number): Cascade['stage'] {
  if (strained === 0) return 'none'
  if (strained === 1) return 'contained'
  return strained <= 3 ? 'spreading' : 'broad'
}

function pillarLayer(
  layer: Pillar,
  readings: readonly ComponentReading[],
  inputs: MarketInputs,
  closes: ReturnType<typeof pillarCloses>,
  today: TradingDay,
): CascadeLayer {
  const own = readings.filter(({ component }) => component.pillar === layer)
  const now = currentPillars(inputs)
  const rows = closes.at(-1)?.day === today ? closes : [...closes, { day: today, pillars: now }]
  const history: Dated[] = []
  for (const { day, pillars } of rows) {
    const band = pillarBands(pillars)[layer]
    if (band === undefined) continue
    const before = history.at(-1)
    const held = before ? heldBand(band, pillarBands(pillars, true)[layer] ?? band, before.band) : band
    history.push({ day, band: held })
  }
  const days = rows.map((row) => row.day)
  const silence = layer === 'gamma' ? gammaSilence(inputs) : null
  return describe({ layer, readings: own, history, days, isLive: now[layer] !== undefined, silence }, inputs)
}

function macroLayer(
  readings: readonly ComponentReading[],
  inputs: MarketInputs,
  days: readonly TradingDay[],
  today: TradingDay,
): CascadeLayer {
  const own = readings.filter(({ component }) => MACRO.some((each) => each.component === component))
  const live = liveReadings(own)
  const past = days.filter((day) => day < today)
  const bands = macroBands(past, inputs)
  const history = past.flatMap((day, index) => {
    const band = bands[index]
    return band ? [{ day, band }] : []
  })
  const warnings = live.filter(({ reading }) => reading.level === 'adverse').length
  return describe(
    {
      layer: 'macro',
      readings: own,
      history: [...history, { day: today, band: macroBand(warnings) }],
      days: [...past, today],
      isLive: live.length > 0,
      silence: null,
    },
    inputs,
  )
}

interface LayerHistory {
  layer: LayerName
  readings: readonly ComponentReading[]
  /** The bands of the sessions that have one, oldest first. */
  history: readonly Dated[]
  /** All sessions that were looked at. */
  days: readonly TradingDay[]
  isLive: boolean
  /** The reason why a layer that has readings has no band now. */
  silence: string | null
}

function describe(
  { layer, readings, history, days, isLive, silence }: LayerHistory,
  inputs: MarketInputs,
): CascadeLayer {
  const live = liveReadings(readings)
  const now = history.at(-1)
  if (!isLive || !now || live.length === 0) {
    const reason = readings.flatMap(({ component, reading }) =>
      reading.status === 'ready' ? [] : [`${component.name}: ${reading.reason}`],
    )
    const why = reason.join('; ') || silence || 'too little history to rank it'
    return { layer, status: 'not_ready', ...NOTHING, reason: why }
  }
  const turned = history.findLastIndex(({ band }) => band !== now.band)
  const isOlder = turned === -1
  const since = history[turned + 1]!.day
  const sessions = history.length - turned - 1
  const calm = history.findLastIndex(({ band }) => band === 'calm')
  return {
    layer,
    status: 'ready',
    band: now.band,
    since,
    since_is_older: isOlder,
    strained_since: now.band === 'calm' || calm === -1 ? null : history[calm + 1]!.day,
    sessions,
    sessions_unread: days.filter((day) => day >= since).length - sessions,
    before: isOlder ? null : history[turned]!.band,
    reads: live.map((each) => cite(each, inputs.day)).join('; '),
    inputs: agedInputs(
      live.flatMap(({ reading }) => reading.inputs),
      inputs,
    ),
    reason: null,
  }
}

const NOTHING = {
  band: null,
  since: null,
  since_is_older: false,
  strained_since: null,
  sessions: null,
  before: null,
  reads: 'n/a',
  inputs: [],
} satisfies Partial<CascadeLayer>

function sentence(stage: Cascade['stage'], strained: readonly CascadeLayer[], unknown: number): string {
  const gap = unknown === 0 ? '' : ` ${unknown} of the 5 layers ${unknown === 1 ? 'has' : 'have'} no reading.`
  if (stage === 'insufficient_data') return `There is too little data to tell how far stress has spread.${gap}`
  if (strained.length === 0) return `No layer is strained.${gap}`
  const parts = strained.map(
    ({ layer, band, since, since_is_older }) => `${layer} ${band} since ${since}${since_is_older ? ' or earlier' : ''}`,
  )
  return `Stress is ${stage}: ${parts.join(', ')}.${gap}`
}
