import { z } from 'zod'
import { eastern } from '../../../shared/time/eastern.ts'
import { addDays, daysBetween, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { documentRoute } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { refuseParameter } from '../../http/errors.ts'
import { queryDay } from '../../http/parameters.ts'
import { readExample } from '../../openapi/read-example.ts'
import { emptyCalendar, MarketCalendar, marketCalendar } from './calendar-document.ts'

/** The calendar is compared with the exchange's own list from here on; the simulated market ends with the last day. */
const FIRST_DAY = tradingDay('1993-01-01')
const LAST_DAY = tradingDay('2060-12-31')
const RANGE_DAYS_MAX = 400
const RANGE_DAYS = 30

const BOUNDS = { first: FIRST_DAY, last: LAST_DAY, rule: `must lie between ${FIRST_DAY} and ${LAST_DAY}` }
const ORDER_RULE = 'must not lie before from, which is today unless given'
const LENGTH_RULE = `must lie at most ${RANGE_DAYS_MAX} days after from`

const Query = z.object({
  from: queryDay(`first Eastern day, from ${FIRST_DAY}; absent: today by service time`, '2026-11-23', BOUNDS),
  to: queryDay(
    `last Eastern day, at most ${RANGE_DAYS_MAX} days later; absent: ${RANGE_DAYS} days later`,
    '2026-11-29',
    BOUNDS,
  ),
})

function lastOf(from: TradingDay, to: TradingDay | undefined): TradingDay {
  if (to === undefined) {
    const usual = addDays(from, RANGE_DAYS)
    return usual < LAST_DAY ? usual : LAST_DAY
  }
  if (to < from) throw refuseParameter('to', ORDER_RULE)
  if (daysBetween(from, to) > RANGE_DAYS_MAX) throw refuseParameter('to', LENGTH_RULE)
  return to
}

export const tradingCalendarRoutes = [
  documentRoute({
    path: '/api/v1/trading/market/calendar',
    class: 'public',
    tag: 'trading',
    summary: 'Sessions, half-days and holidays of the exchange',
    description:
      'What there is to wait for: the open and the close of each session between two dates, with the offset of that ' +
      'day, and the weekdays without a session by name. Scheduled hours only: an unplanned halt is not included. ' +
      'Simulated and live markets keep the same calendar.',
    query: Query,
    response: MarketCalendar,
    responseDescription: 'The sessions of the range',
    example: readExample<MarketCalendar>(import.meta.url, './calendar-example.json'),
    topics: [],
    async load(context, { query }) {
      const from = query.from ?? eastern(await readNow(context)).day
      return { value: marketCalendar(from, lastOf(from, query.to)) }
    },
    empty: (reason) => emptyCalendar(reason),
  }),
]
