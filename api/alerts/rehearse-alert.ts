import { rehearse, whatFollowed } from '../../pipeline/alerts/index.ts'
import type { Severity } from '../../shared/domain/contract/alert.ts'
import type { CustomDefinition } from '../../shared/domain/contract/custom-alert.ts'
import { readingsOfCycles, readingsOfDays, spyCloses } from '../../shared/postgres/alerts/metric-readings.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { listWebhooks, type Webhook } from '../../shared/postgres/webhooks/webhooks.ts'
import { eastern, easternExact } from '../../shared/time/eastern.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'
import type { Rehearsal } from './custom-alert-documents.ts'

/** A year of cycles is 7,000; more would hold the connection for too long. */
const CYCLES_MAX = 2_500

const rounded = (value: number | null): number | null => value && Math.round(value * 100) / 100

/** Returns whether an endpoint would get an event of one of these severities. */
const wants = ({ enabled, kinds, severities }: Webhook, either: readonly Severity[]): boolean =>
  enabled &&
  (kinds.length === 0 || kinds.includes('alert')) &&
  (severities.length === 0 || either.some((severity) => severities.includes(severity)))

/** Runs the definition over the past with the reducer that judges live cycles. */
export async function rehearseAlert(
  sql: Db,
  definition: CustomDefinition,
  { now, days }: { now: Date; days: number },
): Promise<Rehearsal> {
  const from = new Date(now.getTime() - days * DAY_MS)
  const cycles = await readingsOfCycles(sql, definition.metric, from, CYCLES_MAX)
  const daily = await readingsOfDays(sql, definition.metric, from, cycles[0]?.at ?? now)
  const fires = rehearse(definition, [...daily, ...cycles])
  const cleared = fires.filter(({ clearedAt }) => clearedAt !== null)
  const webhooks = await listWebhooks(sql)
  const messages = (either: readonly Severity[], events: number) =>
    events * webhooks.filter((webhook) => wants(webhook, either)).length
  const closes = await spyCloses(sql, from)
  const followed = whatFollowed(
    closes,
    fires.map(({ firedAt }) => eastern(firedAt).day),
  )
  return {
    basis: basisOf(daily.length, cycles.length),
    days,
    observations: { daily_rows: daily.length, cycles: cycles.length },
    fires: fires.map(({ firedAt, clearedAt, value }) => ({
      fired_at: easternExact(firedAt),
      cleared_at: clearedAt && easternExact(clearedAt),
      value,
    })),
    flaps: cleared.filter(({ firedAt, clearedAt }) => clearedAt!.getTime() - firedAt.getTime() <= DAY_MS).length,
    events: fires.length + cleared.length,
    // A clear is of severity info, and also goes to the endpoints that got its fire.
    deliveries: messages([definition.severity], fires.length) + messages(['info', definition.severity], cleared.length),
    followed: {
      horizon_sessions: followed.horizonSessions,
      n: followed.n,
      median_change_pct: rounded(followed.medianChangePct),
      share_down_pct: rounded(followed.sharePctDown),
      base_n: followed.baseN,
      base_median_change_pct: rounded(followed.baseMedianChangePct),
      base_share_down_pct: rounded(followed.baseSharePctDown),
    },
    reason: daily.length + cycles.length === 0 ? 'no cycle and no daily row of these days is stored' : null,
  }
}

function basisOf(daily: number, cycles: number): Rehearsal['basis'] {
  if (daily === 0) return cycles === 0 ? 'none' : 'cycles'
  return cycles === 0 ? 'daily_rows' : 'daily_rows_then_cycles'
}
