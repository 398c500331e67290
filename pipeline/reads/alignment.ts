import assert from 'node:assert/strict'
import type { AlignedSignal, Alignment } from '../../shared/domain/contract/alignment.ts'
import type { LevelName } from '../../shared/domain/contract/signals.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { oncePer } from '../maths/once-per.ts'
import { shownPercentile } from '../maths/shown.ts'
import { marketRegime } from '../regime/market-regime.ts'
import { LIVE_POINTS_MIN, RULES_VERSION } from '../score/score.ts'
import { components } from '../signals/index.ts'
import { type ComponentReading, readComponents } from '../signals/read-components.ts'

const FAMILIES: readonly { family: string; keys: readonly string[] }[] = [
  { family: 'volatility', keys: ['vix', 'vix_term', 'skew'] },
  { family: 'credit', keys: ['hy_oas'] },
  { family: 'breadth', keys: ['breadth'] },
  { family: 'dealers and flows', keys: ['gex', 'dix'] },
  { family: 'macro', keys: ['yield_curve', 'dollar', 'oil', 'breakevens'] },
  { family: 'sentiment and positioning', keys: ['aaii', 'cot'] },
]
assert.deepEqual(
  FAMILIES.flatMap(({ keys }) => keys).sort(),
  components.map(({ key }) => key).sort(),
  'every component stands in one family of FAMILIES in pipeline/reads/alignment.ts',
)

const STRENGTH: Record<LevelName, number> = { favorable: 1, leaning: 0.5, neutral: 0, caution: -0.5, adverse: -1 }
const ALIGNED_FROM = 50
const LEANING_FROM = 20

interface WeightedSignal {
  signal: AlignedSignal
  weight: number
}

/** The stance of each signal and whether they agree; a signal without data takes no side and is named. */
export const alignment = oncePer((inputs: MarketInputs): Alignment => {
  const weighed = readComponents(inputs).map((each) => ({
    signal: alignedSignal(each, inputs),
    weight: each.component.max,
  }))
  const livePoints = weighed.reduce((sum, { signal, weight }) => sum + (signal.strength === null ? 0 : weight), 0)
  const enough = livePoints >= LIVE_POINTS_MIN
  const net = enough ? netOf(weighed) : null
  const { regime } = marketRegime(inputs)
  const signals = weighed.map(({ signal }) => signal)
  const count = (stance: AlignedSignal['stance']) => signals.filter((each) => each.stance === stance).length
  const counts = {
    supportive: count('supportive'),
    neutral: count('neutral'),
    adverse: count('adverse'),
    no_data: count('no_data'),
  }
  const label = labelOf(net)
  return {
    schema_version: '2026.11',
    rules_version: RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    net,
    label,
    reason: enough ? null : `only ${livePoints} of 100 points have a reading, ${LIVE_POINTS_MIN} are needed`,
    sentence: sentence(label, net, counts),
    regime,
    n: signals.length - counts.no_data,
    counts,
    firing: signals.filter(({ firing }) => firing).sort((a, b) => (a.strength ?? 0) - (b.strength ?? 0)),
    no_data: signals.filter(({ stance }) => stance === 'no_data'),
    families: FAMILIES.map(({ family, keys }) =>
      familyOf(
        family,
        weighed.filter(({ signal }) => keys.includes(signal.key)),
      ),
    ),
  }
})

function alignedSignal({ component, reading }: ComponentReading, inputs: MarketInputs): AlignedSignal {
  const { key, name } = component
  if (reading.status === 'not_ready') {
    return { key, name, stance: 'no_data', firing: false, ...NOTHING, reason: reading.reason }
  }
  const strength = STRENGTH[reading.level]
  return {
    key,
    name,
    stance: strength === 0 ? 'neutral' : strength > 0 ? 'supportive' : 'adverse',
    firing: strength !== 0,
    strength,
    level: reading.level,
    label: reading.label,
    display: reading.display,
    percentile: shownPercentile(reading.percentile),
    inputs: agedInputs(reading.inputs, inputs),
    reason: null,
  }
}

const NOTHING = { strength: null, level: null, label: null, display: 'n/a', percentile: null, inputs: [] }

/** Null when nothing is known. */
function netOf(weighed: readonly WeightedSignal[]): number | null {
  let weights = 0
  let sum = 0
  for (const { signal, weight } of weighed) {
    if (signal.strength === null) continue
    weights += weight
    sum += weight * signal.strength
  }
  return weights === 0 ? null : Math.round((100 * sum) / weights)
}

function familyOf(family: string, weighed: readonly WeightedSignal[]): Alignment['families'][number] {
  const signals = weighed.map(({ signal }) => signal)
  const has = (stance: AlignedSignal['stance']) => signals.some((each) => each.stance === stance)
  const net = netOf(weighed)
  const known = signals.filter(({ stance }) => stance !== 'no_data')
  const stance = (() => {
    if (known.length === 0) return 'no_data'
    if (has('supportive') && has('adverse')) return 'mixed'
    if (has('adverse')) return 'adverse'
    return has('supportive') ? 'supportive' : 'neutral'
  })()
  return { family, stance, net, n: known.length, of: signals.length, signals }
}

function labelOf(net: number | null): Alignment['label'] {
  if (net === null) return 'insufficient_data'
  const side = net > 0 ? 'supportive' : 'adverse'
  if (Math.abs(net) >= ALIGNED_FROM) return `aligned_${side}`
  return Math.abs(net) >= LEANING_FROM ? `leaning_${side}` : 'mixed'
}

function sentence(label: Alignment['label'], net: number | null, counts: Alignment['counts']): string {
  const unknown = counts.no_data === 0 ? '' : `, ${counts.no_data} without data`
  const stances = `${counted(counts.supportive, 'signal')} supportive, ${counts.neutral} neutral, ${counts.adverse} adverse${unknown}`
  return net === null
    ? `There is too little data to net the signals: ${stances}.`
    : `Net ${net > 0 ? '+' : ''}${net} of 100 (${label.replace('_', ' ')}): ${stances}.`
}
