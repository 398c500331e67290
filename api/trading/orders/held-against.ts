import { z } from 'zod'
import { SEVERITIES } from '../../../shared/domain/contract/alert.ts'
import type { ActionBoard } from '../../../shared/domain/contract/screener/board.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import type { Order } from '../../../shared/domain/trading/trade.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import type { AlertRow } from '../../../shared/postgres/alerts/alerts.ts'
import { nextDividend } from '../../../shared/postgres/trading/corporate-actions.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { easternInWords } from '../../../shared/time/eastern-words.ts'
import { addDays, daysBetween, type TradingDay } from '../../../shared/time/trading-day.ts'
import type { ApiContext } from '../../http/context.ts'

/** A leg that expires within so many days is mentioned. */
const EXPIRY_DAYS_MAX = 7
const ALERTS_MAX = 20
/** As far ahead as the calendars of reports and dividends are read. */
const CALENDAR_DAYS_MAX = 28

export const HeldAgainst = z
  .object({
    kind: z
      .enum(['alert', 'expiry', 'pick', 'report', 'ex_dividend'])
      .describe(
        'alert: an alert is active now; expiry: a leg expires within 7 days; pick: the screener holds the other side ' +
          'of the underlying; report: its company is expected to report within 28 days; ex_dividend: an announced ' +
          'dividend has its ex-date within 28 days, and who is short then pays it',
      ),
    severity: z.enum(SEVERITIES).describe('from worst to mildest: critical, warning, info'),
    message: z.string().describe('the warning as a sentence'),
    alert_id: z.string().nullable().describe('the kind of alert; null for all other kinds'),
    instrument: z.string().nullable().describe('the leg that it warns about; null: the whole market'),
  })
  .meta({ id: 'HeldAgainst', description: 'A warning of the service against a trade' })
export type HeldAgainst = z.infer<typeof HeldAgainst>

/** Null when the alerts could not be read: an empty list would claim that there are none. */
export async function readHeldAgainst(context: ApiContext, order: Order, now: Date): Promise<HeldAgainst[] | null> {
  try {
    const [alerts, picks, reports, dividends] = await Promise.all([
      context.activeAlerts(),
      oppositePicks(context, order),
      comingReports(context, order, now),
      comingDividends(context, order, now),
    ])
    const warnings = alerts.slice(0, ALERTS_MAX).map(alertWarning)
    return [...expiryWarnings(order, now), ...reports, ...dividends, ...picks, ...warnings]
  } catch (error) {
    if (!(error instanceof AppError) || errorKind(error) !== 'unavailable') throw error
    return null
  }
}

/** The figures of the message are those of when it fired, and a custom alert is named as its admin named it. */
const alertWarning = ({ alertId, custom, severity, message, firedAt }: AlertRow): HeldAgainst => ({
  kind: 'alert',
  severity,
  message: `${custom?.name ?? alertId}, when it fired (${easternInWords(firedAt)}): ${message}`,
  alert_id: alertId,
  instrument: null,
})

const whenWords = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

const expiryWarnings = ({ legs }: Order, now: Date): HeldAgainst[] =>
  legs.flatMap(({ instrument }) => {
    const option = parseInstrument(instrument)
    if (option?.kind !== 'option') return []
    const days = daysBetween(eastern(now).day, option.expiration)
    if (days > EXPIRY_DAYS_MAX) return []
    const when = whenWords(days)
    const severity = days <= 1 ? 'warning' : 'info'
    return [{ kind: 'expiry', severity, message: `${instrument} expires ${when}`, alert_id: null, instrument }]
  })

/** A document as its public route serves it, from the same cache; null where there is none, as for a fund's panels. */
async function served<T>({ served: routes }: ApiContext, path: string, params = {}): Promise<T | null> {
  try {
    return JSON.parse((await routes.get(path)!({ params })).text) as T
  } catch (error) {
    if (errorKind(error) === 'not_found') return null
    throw error
  }
}

/** 1 when the order gains by a rise of its underlying, -1 when by a fall, 0 when its legs point both ways. */
function leaningOf({ legs }: Order): number {
  const signs = legs.map(({ instrument, quantity }) => {
    const option = parseInstrument(instrument)
    return Math.sign(quantity) * (option?.kind === 'option' && option.right === 'put' ? -1 : 1)
  })
  return signs.every((sign) => sign === signs[0]) ? signs[0]! : 0
}

async function oppositePicks(context: ApiContext, order: Order): Promise<HeldAgainst[]> {
  const leaning = leaningOf(order)
  if (leaning === 0) return []
  const board = await served<ActionBoard>(context, '/api/v1/screener/company-action-board')
  const others = leaning > 0 ? board?.shorts : board?.longs
  return (others ?? [])
    .filter(({ ticker }) => ticker === order.underlying)
    .map(({ ticker, archetype_label: label, bettability }) => ({
      kind: 'pick',
      severity: 'info',
      message: `the screener holds ${ticker} on the other side, as ${label} (${bettability.chip})`,
      alert_id: null,
      instrument: order.underlying,
    }))
}

async function comingReports(context: ApiContext, { underlying }: Order, now: Date): Promise<HeldAgainst[]> {
  const profile = await served<{ next_report: string | null }>(context, '/api/v1/company/:ticker', {
    ticker: underlying,
  })
  const day = profile?.next_report
  if (!day) return []
  const days = daysBetween(eastern(now).day, day as TradingDay)
  if (days < 0 || days > CALENDAR_DAYS_MAX) return []
  const message = `${underlying} is expected to report on ${day}, ${whenWords(days)}`
  return [{ kind: 'report', severity: days <= 7 ? 'warning' : 'info', message, alert_id: null, instrument: underlying }]
}

async function comingDividends(context: ApiContext, { underlying }: Order, now: Date): Promise<HeldAgainst[]> {
  const { day } = eastern(now)
  const span = { from: day, to: addDays(day, CALENDAR_DAYS_MAX) }
  const dividend = await context.reader.read((sql) => nextDividend(sql, underlying, span))
  if (!dividend) return []
  const days = daysBetween(day, dividend.exDate)
  const when = whenWords(days)
  const amount = dollarsOf(dividend.amountE4)
  const message = `${underlying} goes ex-dividend on ${dividend.exDate}, ${when}: ${amount} dollars a share`
  return [
    { kind: 'ex_dividend', severity: days <= 1 ? 'warning' : 'info', message, alert_id: null, instrument: underlying },
  ]
}
