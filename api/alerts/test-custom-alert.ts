import { z } from 'zod'
import { evaluateCustom } from '../../pipeline/alerts/index.ts'
import { NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { CustomAlert } from '../../shared/postgres/alerts/custom-alerts.ts'
import { newestMetrics } from '../../shared/postgres/alerts/metric-readings.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { easternExact } from '../../shared/time/eastern.ts'

export const NO_CYCLE = 'no cycle has been computed yet'

export const TestResult = z.object({
  config_id: z.int().describe('its id'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of the newest cycle; null without one'),
  value: z.number().nullable().describe('what the metric shows there'),
  observed_at: z.iso.datetime({ offset: true }).nullable().describe('the instant that the value is for'),
  condition: z
    .enum(['fires', 'clears', 'between', 'missing'])
    .describe('the value by the two lines alone, without the hold'),
  would_fire: z.boolean().describe('an alert without a state would fire on it now'),
  message: z.string().nullable().describe('the message it would have, if it fired'),
  reason: z.string().nullable().describe('why there is no value; null otherwise'),
})

/** Judges an alert without a state and without its hold on the newest cycle. */
export async function testCustomAlert(sql: Db, alert: CustomAlert): Promise<z.input<typeof TestResult>> {
  const { at, metrics } = (await newestMetrics(sql)) ?? { at: null, metrics: null }
  const reading = metrics?.get(alert.metric) ?? null
  const known = at !== null && reading !== null
  const judged = known
    ? evaluateCustom({ alertId: alert.alertId, definition: { ...alert, holdMinutes: 0 } }, NEVER_EVALUATED, {
        at,
        reading,
      })
    : null
  const fired = judged?.events.find(({ type }) => type === 'fired')
  return {
    config_id: alert.id,
    as_of: at && easternExact(at),
    value: reading?.value ?? null,
    observed_at: reading && easternExact(reading.observedAt),
    condition: conditionOf(alert, reading?.value ?? null),
    would_fire: fired !== undefined,
    message: fired?.message ?? null,
    reason: reading ? reading.reason : NO_CYCLE,
  }
}

function conditionOf({ comparison, fireAt, clearAt }: CustomAlert, value: number | null) {
  if (value === null) return 'missing' as const
  const sign = comparison === 'at_or_above' ? 1 : -1
  if (sign * (value - fireAt) >= 0) return 'fires' as const
  return sign * (value - clearAt) <= 0 ? ('clears' as const) : ('between' as const)
}
