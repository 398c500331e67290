import type { GammaLevels, ScoreComponent, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { expiredBetween } from '../gamma/expired-between.ts'
import { hasWallMoved } from '../gamma/walls.ts'
import { contributionChange } from '../score/contribution-change.ts'
import { bullets, escapeMarkdown } from './markdown.ts'

/** The changes since the last report. */
export function changesSection(snapshot: SignalsSnapshot, previous: SignalsSnapshot | null): string {
  if (!previous) return '## Since the last report\n\nThis is the first report on record.'
  const at = eastern(new Date(previous.as_of))
  const lines = [
    ...changed('Regime', previous.regime ?? 'none', snapshot.regime ?? 'none'),
    ...changed('Intraday regime', previous.regime_now ?? 'none', snapshot.regime_now ?? 'none'),
    ...changed('Health score', scoreOf(previous), scoreOf(snapshot)),
    ...snapshot.score_components.flatMap((now) => {
      const then = previous.score_components.find(({ key }) => key === now.key)
      return then ? componentChange(then, now) : []
    }),
    ...wallChanges(previous, snapshot),
    ...dataChanges(previous, snapshot),
  ]
  const intro = `Compared with ${at.day} ${at.time.slice(0, 5)} ET${rulesNote(previous, snapshot)}:`
  const body =
    lines.length > 0
      ? bullets(lines)
      : 'No contribution moved by a point; regimes, score, walls and sources are unchanged.'
  return `## Since the last report\n\n${intro}\n\n${body}`
}

const scoreOf = ({ health_score }: SignalsSnapshot): string => (health_score === null ? 'none' : String(health_score))

const changed = (name: string, then: string, now: string): string[] =>
  then === now ? [] : [`${name}: ${then} to **${now}**`]

function componentChange(then: ScoreComponent, now: ScoreComponent): string[] {
  const name = escapeMarkdown(now.name)
  if (then.max > 0 && now.max === 0) return [`${name} dropped out: ${escapeMarkdown(now.reason ?? 'no reason given')}`]
  if (then.max === 0 && now.max > 0) return [`${name} has a reading again: ${escapeMarkdown(now.value)}`]
  const series = seriesChange(then, now)
  // The contribution of a component to the score, which `signals/diff` compares by the same rule.
  if (contributionChange(then, now) === 0) return series
  const readings =
    then.value === now.value
      ? `still ${escapeMarkdown(now.value)}`
      : `${escapeMarkdown(withoutUnit(then.value, now.value))} to ${escapeMarkdown(now.value)}`
  return [
    `${name}: contributes ${counted(now.contribution, 'point')}, before ${then.contribution}; ${readings}`,
    ...series,
  ]
}

/** Drops the unit that both readings share, as in "60.6 to 54.1 % above". */
function withoutUnit(then: string, now: string): string {
  const [figure = then, ...unit] = then.split(' ')
  return unit.join(' ') === now.split(' ').slice(1).join(' ') ? figure : then
}

/** A reading from another series is on another scale, whatever its points did. */
function seriesChange(then: ScoreComponent, now: ScoreComponent): string[] {
  const [before, after] = [then.inputs[0]?.series, now.inputs[0]?.series]
  if (before === undefined || after === undefined || before === after) return []
  return [`${escapeMarkdown(now.name)} is now read from ${after} instead of ${before}: the two are not comparable`]
}

/** Sources that came, went or are stood in for. */
function dataChanges(previous: SignalsSnapshot, snapshot: SignalsSnapshot): string[] {
  const state = ({ data_quality: { missing, degraded } }: SignalsSnapshot) =>
    new Map<string, string>([
      ...degraded.map((source) => [source, 'is replaced by its last good value'] as const),
      ...missing.map(({ source }) => [source, 'is missing'] as const),
    ])
  const [then, now] = [state(previous), state(snapshot)]
  const lines = [...now].flatMap(([source, word]) => (then.get(source) === word ? [] : [`Source ${source} ${word}`]))
  const back = [...then.keys()].filter((source) => !now.has(source)).map((source) => `Source ${source} delivers again`)
  return [...lines, ...back]
}

function wallChanges({ gamma_levels: then }: SignalsSnapshot, { gamma_levels: now }: SignalsSnapshot): string[] {
  if (then.status !== 'ready' || now.status !== 'ready') return []
  const wall = (level: number | null) => (level === null ? 'none' : String(level))
  const expired = expiredBetween(then, now)
  return [
    ...(hasWallMoved('call_wall', then, now) ? changed('Call wall', wall(then.call_wall), wall(now.call_wall)) : []),
    ...(hasWallMoved('put_wall', then, now) ? changed('Put wall', wall(then.put_wall), wall(now.put_wall)) : []),
    ...changed('Spot against zero gamma', sideOfZeroGamma(then), sideOfZeroGamma(now)),
  ].map((line) => (expired === null ? line : `${line} (${expired})`))
}

/** The level moves by cents with every quote; only a change of spot's side is reported. */
const sideOfZeroGamma = ({ zero_gamma, spot }: GammaLevels): string =>
  zero_gamma === undefined || zero_gamma === null ? 'no level' : spot >= zero_gamma ? 'above' : 'below'

/** Scores of two rule versions are on two scales. */
const rulesNote = (previous: SignalsSnapshot, snapshot: SignalsSnapshot): string =>
  previous.rules_version === snapshot.rules_version ? '' : ' (computed under other rules, so not strictly comparable)'
