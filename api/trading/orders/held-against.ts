import { z } from 'zod'
import { SEVERITIES } from '../../../shared/domain/contract/alert.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import type { Order } from '../../../shared/domain/trading/trade.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { daysBetween } from '../../../shared/time/trading-day.ts'
import type { ApiContext } from '../../http/context.ts'

/** An expiration this near is worth a word before an option is bought. */
const EXPIRY_DAYS = 7
const ALERTS_MAX = 20

export const HeldAgainst = z
  .object({
    kind: z.enum(['alert', 'expiry']).describe('alert: one that is active now; expiry: a leg ends within a week'),
    severity: z.enum(SEVERITIES).describe('worst first'),
    message: z.string().describe('what it is, in a sentence'),
    alert_id: z.string().nullable().describe('the kind of alert'),
    instrument: z.string().nullable().describe('the leg it is about; null: the market'),
  })
  .meta({ id: 'HeldAgainst', description: 'What the service itself holds against a trade' })
export type HeldAgainst = z.infer<typeof HeldAgainst>

/** Null: the alerts could not be read, and nothing heard is not nothing said. */
export async function readHeldAgainst(
  { activeAlerts }: ApiContext,
  order: Order,
  now: Date,
): Promise<HeldAgainst[] | null> {
  try {
    const alerts = await activeAlerts()
    const said = alerts.slice(0, ALERTS_MAX).map(
      ({ alertId, severity, message }): HeldAgainst => ({
        kind: 'alert',
        severity,
        message,
        alert_id: alertId,
        instrument: null,
      }),
    )
    return [...expiries(order, now), ...said]
  } catch (error) {
    if (!(error instanceof AppError) || errorKind(error) !== 'unavailable') throw error
    return null
  }
}

const expiries = ({ legs }: Order, now: Date): HeldAgainst[] =>
  legs.flatMap(({ instrument }) => {
    const option = parseInstrument(instrument)
    if (option?.kind !== 'option') return []
    const days = daysBetween(eastern(now).day, option.expiration)
    if (days > EXPIRY_DAYS) return []
    const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
    const severity = days <= 1 ? 'warning' : 'info'
    return [{ kind: 'expiry', severity, message: `${instrument} expires ${when}`, alert_id: null, instrument }]
  })
