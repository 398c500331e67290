import { table } from '../ops/table.ts'
import type { Line } from './run-row.ts'

/** Three digits say what a measurement knows. */
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

/** The table, and below it what belongs to its lines but would make them too long. */
export function render(lines: readonly Line[]): string {
  const notes = lines.filter(({ note }) => note !== '').map(({ row, figure, note }) => ({ row, figure, note }))
  const said = notes.map(({ row, figure, note }) => `  ${row}, ${figure}: ${note}`)
  return [table(lines.map(cells)), ...(said.length > 0 ? ['', ...said] : [])].join('\n')
}
