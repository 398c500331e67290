import type { Rig } from './rig.ts'
import type { RatioRow, Row, Sides } from './row.ts'
import { compare, median, type Pair, quantile, type Spread, spread } from './statistics.ts'

/** One line of the table. */
export interface Line {
  row: string
  figure: string
  unit: string
  value: number
  /** The ceiling measured in the same run, or the limit; null without either. */
  ceiling: number | null
  ratio: number | null
  /** Least and greatest: of the ratios where a ceiling was measured, else of the values. */
  spread: Spread
  spreadOf: 'ratio' | 'value'
  goal: string | null
  met: boolean | null
  note: string
}

const LIMIT_QUANTILE = 0.95

export async function runRow(row: Row, rig: Rig): Promise<Line[]> {
  if (row.kind === 'ratio') return [await runRatio(row, rig)]
  if (row.kind === 'limit') {
    const { values, note } = await row.sample(rig)
    const value = quantile(values, LIMIT_QUANTILE)
    const { id, figure, unit, limit } = row
    const measured = { value, ceiling: limit, ratio: value / limit, spread: spread(values), spreadOf: 'value' } as const
    const said = [`p50 ${rounded(median(values))} ${unit}, ${values.length} samples`, note ?? '']
    const goal = { goal: `p95 <= ${limit} ${unit}`, met: value <= limit }
    return [{ row: id, figure: `${figure}, p95`, unit, ...measured, ...goal, note: joined(said) }]
  }
  if (row.kind === 'limits')
    return (await row.measure(rig)).map(({ figure, unit, limit, pairs, note }) => {
      const { ours: value, ...compared } = compare(pairs, 'lower')
      const goal = { goal: `<= ${limit} ${unit}`, met: value <= limit }
      return { row: row.id, figure, unit, value, ...compared, spreadOf: 'ratio', ...goal, note }
    })
  const figures = await row.measure(rig)
  return figures.map(({ figure, unit, values, note }) => ({
    row: row.id,
    figure,
    unit,
    value: median(values),
    ceiling: null,
    ratio: null,
    spread: spread(values),
    spreadOf: 'value',
    goal: null,
    met: null,
    note: note ?? '',
  }))
}

async function runRatio(row: RatioRow, rig: Rig): Promise<Line> {
  const sides = await row.open(rig)
  const pairs = await interleave(sides, rig.rounds)
  await sides.check?.()
  const { ours, ceiling, ratio, spread } = compare(pairs, row.better)
  const { id, figure, unit, goal } = row
  return {
    row: id,
    figure,
    unit,
    value: ours,
    ceiling,
    ratio,
    spread,
    spreadOf: 'ratio',
    goal: goal === null ? null : `ratio >= ${goal}`,
    met: goal === null ? null : ratio >= goal,
    note: joined([`ceiling: ${row.ceiling}`, sides.note?.() ?? '']),
  }
}

/** Runs A B, B A, A B, …, so that each side goes second equally often. */
export async function interleave({ ours, ceiling }: Sides, rounds: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) pairs.push({ ours: await ours(), ceiling: await ceiling() })
    else {
      const first = await ceiling()
      pairs.push({ ours: await ours(), ceiling: first })
    }
  }
  return pairs
}

/** Figures below ten get one decimal. */
const rounded = (value: number): string => value.toFixed(value < 10 ? 1 : 0)

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ')
