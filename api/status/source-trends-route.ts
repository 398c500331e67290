import { z } from 'zod'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { knownNow, readNow } from '../database/service-time.ts'
import type { ApiContext } from '../http/context.ts'
import { queryInteger } from '../http/parameters.ts'
import { SourceTrends, sourceTrends } from './source-trends.ts'
import { sourceDays } from './source-trends-view.ts'

const NO_RUN = 'no source has run yet'

const windowOf = (now: Date, days: number) => {
  const to = eastern(now).day
  return { days, from: addDays(to, 1 - days), to }
}
const keptDays = ({ sourceRunsKeepDays }: ApiContext): number | null => sourceRunsKeepDays || null

const EXAMPLE_DAY = tradingDay('2026-11-20')
const EXAMPLE_RUNS = [
  { day: addDays(EXAMPLE_DAY, -1), runs: 30, ok: 29, degraded: 1 },
  { day: EXAMPLE_DAY, runs: 6, ok: 6, degraded: 0 },
]

export const sourceTrendsRoutes = [
  documentRoute({
    path: '/api/v1/source-health/trends',
    class: 'public',
    tag: 'operations',
    summary: 'How reliable each source was, day by day',
    description:
      'Runs per source and Eastern day of the newest `days` days. Counts stay when the runs themselves are pruned. ' +
      'Null marks a day before counting began, zero a day without a run. A back-filled run counts for the day that ' +
      'it fills.',
    query: z.object({ days: queryInteger({ min: 1, max: 180, default: 30 }, 'Eastern days, today included') }),
    response: SourceTrends,
    responseDescription: 'Every source, with a row per day',
    example: {
      ...windowOf(new Date('2026-11-20T15:02:00Z'), 3),
      counted_since: '2026-11-19',
      runs_kept_days: 30,
      sources: sourceTrends(
        { days: 3, to: EXAMPLE_DAY },
        {
          since: addDays(EXAMPLE_DAY, -1),
          days: SOURCES.flatMap((source) => EXAMPLE_RUNS.map((runs) => ({ source, ...runs }))),
        },
      ),
    },
    topics: ['sources'],
    async load(context, { query: { days } }) {
      const window = windowOf(await readNow(context), days)
      const counted = await context.reader.read((sql) => sourceDays(sql, window))
      return {
        value: {
          ...window,
          counted_since: counted.since,
          runs_kept_days: keptDays(context),
          sources: sourceTrends(window, counted),
          ...(counted.since === null ? { reason: NO_RUN } : {}),
        },
      }
    },
    empty(reason, context, { query: { days } }) {
      const now = knownNow(context)
      const { from, to } = now ? windowOf(now, days) : { from: null, to: null }
      return { days, from, to, counted_since: null, runs_kept_days: keptDays(context), sources: [], reason }
    },
  }),
]
