import { shown } from '../maths/shown.ts'
import { PILLARS } from '../signals/component.ts'
import { components } from '../signals/index.ts'
import type { HistoryDay } from './replay.ts'

type Cell = string | number | null | undefined
interface Column {
  name: string
  of(day: HistoryDay): Cell
}

const column = (name: string, of: Column['of']): Column => ({ name, of })

/** The columns of a replayed history, in order; an empty cell means that there is no value. */
const COLUMNS: readonly Column[] = [
  column('date', ({ row }) => row.tradeDate),
  column('regime', ({ row }) => row.regime),
  column('health_score', ({ row }) => row.healthScore),
  column('score_low', ({ row }) => row.scoreLow),
  column('score_high', ({ row }) => row.scoreHigh),
  column('live_points', ({ row }) => row.livePoints),
  ...components.map(({ key }) => column(`points_${key}`, ({ row }) => row.points[key])),
  column('pillar_volatility', ({ pillars }) => pillars.volatility?.vix),
  column('pillar_credit', ({ pillars }) => pillars.credit?.oas),
  column('pillar_credit_widening', ({ pillars }) => pillars.credit?.widening),
  column('pillar_breadth', ({ pillars }) => pillars.breadth?.percentAbove50d),
  column('pillar_gamma', ({ pillars }) => pillars.gamma?.gex),
  column('pillar_gamma_relative', ({ pillars }) => pillars.gamma?.relative),
  column('fragility', ({ fragility }) => fragility.score),
  column('fragility_rating', ({ fragility }) => fragility.rating),
  ...PILLARS.map((pillar) =>
    column(
      `percentile_${pillar}`,
      ({ fragility }) => fragility.pillars.find((each) => each.pillar === pillar)?.percentile,
    ),
  ),
  column(
    'percentile_credit_series',
    ({ fragility }) => fragility.pillars.find(({ pillar }) => pillar === 'credit')?.series,
  ),
  column('rules_version', ({ row }) => row.rulesVersion),
  column('fall_rate', ({ falls }) => falls.fall?.rate),
  column('fall_base_rate', ({ falls }) => falls.fall?.baseRate),
  column('fall_band', ({ falls }) => falls.fall?.band),
  column('fall_median', ({ falls }) => falls.fall?.medianPct),
  column('fall_one_in_five', ({ falls }) => falls.fall?.oneInFivePct),
  column('next_session_move', ({ falls }) => falls.next?.movePct),
  column('next_session_low', ({ falls }) => falls.next?.low),
  column('next_session_high', ({ falls }) => falls.next?.high),
  column('regime_reason', ({ row }) => row.regimeReason),
]

export const HISTORY_HEADER = COLUMNS.map(({ name }) => name).join(',')

/** One CSV line; only sentences need quotes. */
export const historyLine = (day: HistoryDay): string => COLUMNS.map(({ of }) => cell(of(day))).join(',')

function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(shown(value))
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
