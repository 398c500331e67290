import { table } from '../ops/table.ts'
import type { Line } from './run-row.ts'

/** Shows three digits, the precision of a measurement. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}

const MET = { true: 'met', false: 'MISSED' } as const

function cells(line: Line): Record<string, unknown> {
  const { value, ceiling, unit, ratio, spread, goal, met } = line
  return {
    row: line.row,
    what: line.figure,
    figure: `${shown(value)} ${unit}`,
    ceiling: ceiling === null ? null : `${shown(ceiling)} ${unit}`,
    ratio: ratio === null ? null : ratio.toFixed(2),
    spread: spread.map((end) => (line.spreadOf === 'ratio' ? end.toFixed(2) : shown(end))).join(' .. '),
    goal: goal === null || met === null ? null : `${MET[`${met}`]}: ${goal}`,
  }
}

export interface Failure {
  row: string
  error: string
}

/** Renders the table, then notes too long for its lines, then rows that could not be measured and what to do next. */
export function render(lines: readonly Line[], failed: readonly Failure[] = []): string {
  const notes = lines.filter(({ note }) => note !== '').map(({ row, figure, note }) => `  ${row}, ${figure}: ${note}`)
  const failures = failed.map(({ row, error }) => `  ${row}: NOT MEASURED: ${error}`)
  const missed = new Set(lines.filter(({ met }) => met === false).map(({ row }) => row))
  const next = missed.size > 0 ? [`  where the time goes: npm run bench -- ${[...missed].join(' ')} --profile`] : []
  const below = [notes, failures, next].filter((part) => part.length > 0).flatMap((part) => ['', ...part])
  return [table(lines.map(cells)), ...below].join('\n')
}
