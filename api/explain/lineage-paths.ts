import { components } from '../../pipeline/signals/index.ts'
import { ALERT_IDS } from '../../shared/domain/contract/alert.ts'

/** A figure that can be explained. */
export type ExplainedFigure =
  | { of: 'score'; field: string }
  | { of: 'component'; field: string; key: string }
  | { of: 'regime'; field: string }
  | { of: 'alert'; alertId: string }
  | { of: 'episode'; id: number }
  | { of: 'verdict'; member: string; inner: string | null }

export const DEFAULT_PATH = 'signals/latest.health_score'

const SCORE_FIELDS = ['health_score', 'score_low', 'score_high', 'live_points'] as const
const REGIME_FIELDS = ['regime', 'regime_now', 'regime_reason', 'regime_since', 'regime_is_older'] as const
const BY_COMPONENT = ['score_components', 'signal_levels', 'trends'] as const
const VERDICT_MEMBERS = [
  'risk',
  'magnitude',
  'regime',
  'downturn_read',
  'what_flips_it',
  'whats_happening',
  'likelihood',
  'uncertainty_note',
] as const

const KEYS = components.map(({ key }) => key)
const includes = (list: readonly string[], text: string): boolean => list.includes(text)

/** The list in a refusal: every path, with the choice of a key in braces. */
export const KNOWN_PATHS: readonly string[] = [
  ...[...SCORE_FIELDS, ...REGIME_FIELDS].map((field) => `signals/latest.${field}`),
  'signals/score.health_score',
  ...BY_COMPONENT.map((block) => `signals/latest.${block}.{${KEYS.join('|')}}`),
  'alerts/active.{ALERT_ID}',
  'alerts/history.{id}',
  ...VERDICT_MEMBERS.map((member) => `ai2/verdict.${member}`),
]

/** The figure of a route and a field, such as `signals/latest.health_score`; null for a path that is not known. */
export function figureAt(path: string): ExplainedFigure | null {
  const dot = path.indexOf('.')
  const [route, field] = [path.slice(0, dot), path.slice(dot + 1)]
  const [member = '', inner, ...more] = field.split('.')
  if (more.length > 0) return null
  if (route === 'ai2/verdict' && includes(VERDICT_MEMBERS, member))
    return { of: 'verdict', member, inner: inner ?? null }
  if (route === 'signals/latest' && inner !== undefined && includes(BY_COMPONENT, member) && includes(KEYS, inner))
    return { of: 'component', field: member, key: inner }
  if (inner !== undefined) return null
  if (route === 'signals/latest' && includes(SCORE_FIELDS, member)) return { of: 'score', field: member }
  if (route === 'signals/score' && member === 'health_score') return { of: 'score', field: member }
  if (route === 'signals/latest' && includes(REGIME_FIELDS, member)) return { of: 'regime', field: member }
  if (route === 'alerts/active' && (includes(ALERT_IDS, member) || /^CUSTOM_\d{1,9}$/.test(member)))
    return { of: 'alert', alertId: member }
  if (route === 'alerts/history' && /^\d{1,15}$/.test(member)) return { of: 'episode', id: Number(member) }
  return null
}
