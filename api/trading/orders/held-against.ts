import { z } from 'zod'
import { SEVERITIES } from '../../../shared/domain/contract/alert.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import type { Order } from '../../../shared/domain/trading/trade.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { daysBetween } from '../../../shared/time/trading-day.ts'
import type { ApiContext } from '../../http/context.ts'

/** A leg that expires within so many days is mentioned. */
const EXPIRY_DAYS_MAX = 7
const ALERTS_MAX = 20

export const HeldAgainst = z
  .object({
    kind: z.enum(['alert', 'expiry']).describe('alert: an alert is active now; expiry: a leg expires within 7 days'),
    severity: z.enum(SEVERITIES).describe('from worst to mildest: critical, warning, info'),
    message: z.string().describe('the warning as a sentence'),
    alert_id: z.string().nullable().describe('the kind of alert; null for an expiry'),
    instrument: z.string().nullable().describe('the leg it is about; null: the whole market'),
  })
  .meta({ id: 'HeldAgainst', description: 'A warning of the service against a trade' })
export type HeldAgainst = z.infer<typeof HeldAgainst>

/** Null when the alerts could not be read: an empty list would claim that there are none. */
export async function readHeldAgainst(
  { activeAlerts }: ApiContext,
  order: Order,
  now: Date,
): Promise<HeldAgainst[] | null> {
  try {
    const alerts = await activeAlerts()
    const warnings = alerts.slice(0, ALERTS_MAX).map(
      ({ alertId, severity, message }): HeldAgainst => ({
        kind: 'alert',
        severity,
        message,
        alert_id: alertId,
        instrument: null,
      }),
    )
    return [...expiryWarnings(order, now), ...warnings]
  } catch (error) {
    if (!(error instanceof AppError) || errorKind(error) !== 'unavailable') throw error
    return null
  }
}

const expiryWarnings = ({ legs }: Order, now: Date): HeldAgainst[] =>
  legs.flatMap(({ instrument }) => {
    const option = parseInstrument(instrument)
    if (option?.kind !== 'option') return []
    const days = daysBetween(eastern(now).day, option.expiration)
    if (days > EXPIRY_DAYS_MAX) return []
    const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
    const severity = days <= 1 ? 'warning' : 'info'
    return [{ kind: 'expiry', severity, message: `${instrument} expires ${when}`, alert_id: null, instrument }]
  })
