import { easternExact } from '../shared/time/eastern.ts'

/** Plain columns, readable in a terminal, in CI and in a ticket. */
export function table(rows: readonly Record<string, unknown>[], empty = 'nothing'): string {
  if (rows.length === 0) return empty
  const columns = Object.keys(rows[0]!)
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]!.length)))
  return cells
    .map((line) =>
      line
        .map((text, i) => text.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return easternExact(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // A message from an unknown sender must not control the terminal.
  return text.replace(/\p{C}/gu, '\ufffd')
}

export function age(ms: number | null): string {
  if (ms === null) return '-'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`
}
