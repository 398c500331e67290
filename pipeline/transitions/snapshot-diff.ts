import { LEVELS, type ScoreComponent, type SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { DIFF_KINDS, type DiffEntry } from '../../shared/domain/contract/signals-diff.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import { shown } from '../maths/shown.ts'
import { REGIMES } from '../regime/regime-now.ts'
import { contributionChange } from '../score/contribution-change.ts'
import { diffEntry } from './diff-entry.ts'
import { dataEntries, gammaEntries } from './diff-of-blocks.ts'

/** The usual moves of score and signals from one session to the next; null where it is not known. */
export interface UsualMoves {
  score: number | null
  signals: ReadonlyMap<string, { usual: number | null; unit: string }>
}

interface Comparison {
  before: SignalsSnapshot
  after: SignalsSnapshot
  usual: UsualMoves
}

/** The differences, most material first: by kind, then by size in usual moves. */
export function snapshotDiff(compared: Comparison): DiffEntry[] {
  const { before, after } = compared
  const entries = [
    ...regimeEntry('regime', 'Regime', compared),
    ...regimeEntry('regime_now', 'Intraday regime', compared),
    ...dataEntries(before, after),
    ...scoreEntry(compared),
    ...after.score_components.flatMap((now) => {
      const then = before.score_components.find(({ key }) => key === now.key)
      return then ? componentEntries(then, now, compared) : []
    }),
    ...gammaEntries(before, after),
  ]
  return entries.sort(
    (a, b) =>
      DIFF_KINDS.indexOf(a.kind) - DIFF_KINDS.indexOf(b.kind) || size(b) - size(a) || (a.subject < b.subject ? -1 : 1),
  )
}

/** Contributions and levels share one scale; values are comparable only in units of their usual move. */
const size = ({ kind, change, in_usual_moves }: DiffEntry): number =>
  Math.abs((kind === 'component' || kind === 'level' ? change : in_usual_moves) ?? 0)

function regimeEntry(kind: 'regime' | 'regime_now', name: string, { before, after }: Comparison): DiffEntry[] {
  const [from, to] = [before[kind], after[kind]]
  if (from === to) return []
  const change = from === null || to === null ? null : REGIMES.indexOf(to) - REGIMES.indexOf(from)
  // One sentence gives the reason for both, and a preceding entry of the regime already has it.
  const isReasonGiven = kind === 'regime_now' && before.regime !== after.regime
  const text = `${name}: ${from ?? 'none'} to ${to ?? 'none'}.${isReasonGiven ? '' : ` ${after.regime_reason}`}`
  return [diffEntry({ kind, subject: kind, name, from, to, change, unit: change === null ? null : 'regimes', text })]
}

function scoreEntry({ before, after, usual }: Comparison): DiffEntry[] {
  const [from, to] = [before.health_score, after.health_score]
  if (from === to) return []
  const change = from === null || to === null ? null : to - from
  const why = to === null && after.health_score_reason ? ` (${after.health_score_reason})` : ''
  return [
    diffEntry({
      kind: 'score',
      subject: 'health_score',
      name: 'Health score',
      from: from === null ? null : String(from),
      to: to === null ? null : String(to),
      change,
      unit: 'points',
      usual_change: usual.score,
      text: `Health score: ${from ?? 'none'} to ${to ?? 'none'}${why}.`,
    }),
  ]
}

function componentEntries(then: ScoreComponent, now: ScoreComponent, compared: Comparison): DiffEntry[] {
  // A component that came or went is a change of the data; its points do not describe the market.
  if (then.max === 0 || now.max === 0) return []
  const { after } = compared
  const cutoff = new Date(after.as_of)
  const inputs = agedInputs(now.inputs, { cutoff, day: eastern(cutoff).day })
  const words = { subject: now.key, name: now.name, inputs }
  const change = contributionChange(then, now)
  const value = valueChange(now.key, compared)
  const entries: DiffEntry[] = []
  if (change !== 0) {
    const text = `${now.name} contributes ${counted(now.contribution, 'point')} to the score, before ${then.contribution} (${readings(then, now)}).`
    const facts = { from: String(then.contribution), to: String(now.contribution), change, unit: 'points' }
    entries.push(diffEntry({ kind: 'component', ...words, ...facts, text }))
  }
  entries.push(...levelEntry(words, compared))
  // Two series have two scales: their difference is not a move.
  if (then.inputs[0]?.series === now.inputs[0]?.series && value !== null && value.change !== 0) {
    const text = `${now.name}: ${readings(then, now)}.`
    entries.push(diffEntry({ kind: 'input', ...words, from: then.value, to: now.value, ...value, text }))
  }
  return entries
}

const readings = (then: ScoreComponent, now: ScoreComponent): string =>
  then.value === now.value ? now.value : `${then.value} to ${now.value}`

function levelEntry(words: Pick<DiffEntry, 'subject' | 'name' | 'inputs'>, { before, after }: Comparison): DiffEntry[] {
  const [from, to] = [before.signal_levels[words.subject], after.signal_levels[words.subject]]
  if (!from || !to || from.level === to.level) return []
  const rank = (level: string) => LEVELS.findIndex((each) => each.level === level)
  const change = rank(to.level) - rank(from.level)
  const text = `${words.name}: ${from.level} (${from.label}) to ${to.level} (${to.label}).`
  return [diffEntry({ kind: 'level', ...words, from: from.level, to: to.level, change, unit: 'levels', text })]
}

function valueChange(key: string, { before, after, usual }: Comparison) {
  const [from, to] = [before.trends[key]?.current, after.trends[key]?.current]
  if (from === undefined || to === undefined) return null
  const known = usual.signals.get(key)
  return { change: shown(to - from), unit: known?.unit ?? null, usual_change: known?.usual ?? null }
}
