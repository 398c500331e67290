import {
  type Condition,
  type ConditionAnswer,
  type ConditionBody,
  DATES_MAX,
  type SessionTable,
} from '../../shared/domain/contract/condition.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { aftermath, followed } from './followed.ts'

const CONDITION_SCHEMA_VERSION = '2026.11'

const HOLDS: Record<Condition['op'], (reading: number, value: number) => boolean> = {
  '>=': (reading, value) => reading >= value,
  '>': (reading, value) => reading > value,
  '<=': (reading, value) => reading <= value,
  '<': (reading, value) => reading < value,
}

/**
 * Compares the outcomes of the sessions that met a condition with those of all sessions that could have met it: sessions
 * with a reading of every metric, so that both rates cover the same years. Metrics go by their catalogue name.
 */
export function compareCondition(table: SessionTable, comparison: ConditionBody): ConditionAnswer {
  const columns = comparison.conditions.map((condition) => ({
    condition,
    column: table.metrics[condition.metric] ?? null,
  }))
  const readingAt = (at: number) => columns.map(({ column }) => column?.values[at] ?? null)
  const isComplete = (readings: readonly (number | null)[]) => readings.every((reading) => reading !== null)
  const holds = (readings: readonly (number | null)[]) =>
    columns.every(({ condition: { op, value } }, index) => HOLDS[op](readings[index]!, value))
  const complete: number[] = []
  const matching: number[] = []
  table.days.forEach((_day, at) => {
    const readings = readingAt(at)
    if (!isComplete(readings)) return
    complete.push(at)
    if (holds(readings)) matching.push(at)
  })
  const newest = readingAt(table.days.length - 1)
  const after = aftermath(
    table.closes.map((close) => close ?? Number.NaN),
    comparison.horizon,
  )
  const fall = comparison.drawdown_pct / 100
  const when = followed(after, matching, fall)
  const unconditional = followed(after, complete, fall)
  return {
    schema_version: CONDITION_SCHEMA_VERSION,
    rules_version: table.rules_version,
    as_of: table.as_of,
    conditions: columns.map(({ condition, column }, index) => ({
      ...condition,
      series: column?.series ?? null,
      sessions: column?.values.filter((value) => value !== null).length ?? 0,
      now: newest[index] ?? null,
      holds_now: typeof newest[index] === 'number' ? HOLDS[condition.op](newest[index], condition.value) : null,
    })),
    horizon: comparison.horizon,
    drawdown_pct: comparison.drawdown_pct,
    from: table.days[complete[0] ?? -1] ?? null,
    to: table.days[complete.at(-1) ?? -1] ?? null,
    sessions: complete.length,
    matching: matching.length,
    holds_now: table.days.length > 0 && isComplete(newest) ? holds(newest) : null,
    when,
    unconditional,
    statement: statementOf(comparison, when, unconditional),
    dates: matching
      .slice(-DATES_MAX)
      .reverse()
      .map((at) => table.days[at]!),
    reason: whyNothing(complete.length, when.n, unconditional.n),
  }
}

function whyNothing(complete: number, when: number, unconditional: number): string | null {
  if (complete === 0) return 'no session has a reading of every metric'
  if (unconditional === 0) return 'the horizon of no session has passed yet'
  return when === 0 ? 'no session whose horizon has passed met the condition' : null
}

function statementOf(
  { horizon, drawdown_pct }: ConditionBody,
  when: NonNullable<ConditionAnswer['when']>,
  all: NonNullable<ConditionAnswer['unconditional']>,
): string | null {
  if (when.drawdown.rate === null || all.drawdown.rate === null) return null
  return (
    `Of ${counted(when.n, 'past session')} that met the condition (${when.effective_n} without overlap), ` +
    `${percent(when.drawdown.rate)} ${when.n === 1 ? 'was' : 'were'} followed by a drawdown of ${drawdown_pct} % or more within ${counted(horizon, 'session')}; ` +
    `of all ${all.n} sessions of the same span, ${percent(all.drawdown.rate)}.`
  )
}

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** The answer while no table of sessions can be read. */
export const emptyComparison = (comparison: ConditionBody, reason: string): ConditionAnswer => ({
  schema_version: CONDITION_SCHEMA_VERSION,
  rules_version: null,
  as_of: null,
  conditions: comparison.conditions.map((each) => ({ ...each, series: null, sessions: 0, now: null, holds_now: null })),
  horizon: comparison.horizon,
  drawdown_pct: comparison.drawdown_pct,
  from: null,
  to: null,
  sessions: 0,
  matching: 0,
  holds_now: null,
  when: null,
  unconditional: null,
  statement: null,
  dates: [],
  reason,
})
