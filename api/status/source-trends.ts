import { z } from 'zod'
import { SOURCES, SourceId } from '../../shared/domain/market/source-id.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import type { SourceDay } from './source-trends-view.ts'

const count = (description: string) =>
  z.int().min(0).nullable().describe(`${description}; null for a day before counting began`)
const percent = z.number().min(0).max(100).nullable()

const Day = z.object({
  date: z.iso.date().describe('Eastern day'),
  runs: count('runs of the day, 0 if there was none'),
  ok: count('runs that did not fail'),
  degraded: count('ok runs that used the last good value'),
  failed: count('runs that failed'),
  pct: percent.describe('percent ok; null for a day without runs'),
})

const Source = z
  .object({
    source: SourceId.describe('name of the source'),
    runs: z.int().min(0).describe('runs of the whole window'),
    ok: z.int().min(0).describe('runs that did not fail'),
    degraded: z.int().min(0).describe('ok runs that used the last good value'),
    failed: z.int().min(0).describe('runs that failed'),
    pct: percent.describe('percent ok; null without runs'),
    series: z.array(Day).describe('one row per Eastern day of the window, oldest first'),
  })
  .meta({ id: 'SourceTrend', description: 'How reliable a source was, day by day' })

export const SourceTrends = z.object({
  days: z.int().describe('days of the window, the running one included'),
  from: z.iso.date().nullable().describe('its first Eastern day; null while service time is not known'),
  to: z.iso.date().nullable().describe('its last Eastern day, which is today'),
  counted_since: z.iso
    .date()
    .nullable()
    .describe('the first counted day: earlier days of the window are null; null before the first run'),
  runs_kept_days: z
    .int()
    .nullable()
    .describe(
      'days for which single runs with their errors are stored; null: without limit; the daily counts are never deleted',
    ),
  sources: z.array(Source).describe('all sources'),
  reason: z.string().optional().describe('why there is nothing to show; absent otherwise'),
})
export type SourceTrends = z.infer<typeof SourceTrends>

interface SourceCounts {
  since: TradingDay | null
  days: readonly SourceDay[]
}

const pct = (ok: number, runs: number): number | null => (runs === 0 ? null : Math.round((ok / runs) * 1000) / 10)

/** A day before counting began is null, a day without runs is zero. */
export function sourceTrends(
  window: { days: number; to: TradingDay },
  { since, days }: SourceCounts,
): SourceTrends['sources'] {
  const known = new Map(days.map((day) => [`${day.source} ${day.day}`, day]))
  const dates = Array.from({ length: window.days }, (_, index) => addDays(window.to, index - window.days + 1))
  return SOURCES.map((source) => {
    const own = days.filter((day) => day.source === source)
    const sum = (key: 'runs' | 'ok' | 'degraded') => own.reduce((total, day) => total + day[key], 0)
    const [runs, ok] = [sum('runs'), sum('ok')]
    return {
      source,
      runs,
      ok,
      degraded: sum('degraded'),
      failed: runs - ok,
      pct: pct(ok, runs),
      series: dates.map((date) => dayOf(date, known.get(`${source} ${date}`), since !== null && date >= since)),
    }
  })
}

function dayOf(date: TradingDay, day: SourceDay | undefined, isCounted: boolean): z.infer<typeof Day> {
  if (!day && !isCounted) return { date, runs: null, ok: null, degraded: null, failed: null, pct: null }
  const { runs, ok, degraded } = day ?? { runs: 0, ok: 0, degraded: 0 }
  return { date, runs, ok, degraded, failed: runs - ok, pct: pct(ok, runs) }
}
