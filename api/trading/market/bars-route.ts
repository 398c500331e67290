import { z } from 'zod'
import { sources } from '../../../pipeline/sources/index.ts'
import { dailyBarsKnown, quarterHoursKnown } from '../../../shared/postgres/market/bars-known.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import { addDays, DAY_MS, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { queryInstant, refuseFuture } from '../../cache/as-of.ts'
import { documentRoute } from '../../cache/document-route.ts'
import { TickerPath } from '../../company/ticker-parameter.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { queryDay, queryInteger, refuseReversed } from '../../http/parameters.ts'
import { readExample } from '../../openapi/read-example.ts'
import {
  BarsAnswer,
  barsDocument,
  dailyBar,
  emptyBars,
  quarterBar,
  TIMEFRAMES,
  type Timeframe,
} from './bars-document.ts'
import { isKnownSymbol, refuseSymbol } from './known-symbol.ts'

const LIMIT_MAX = 1_000
const TIMEFRAME_RULE = 'must be 1d or 15m'
const FIRST_DAY = tradingDay('1900-01-01')
/** A session has at most 26 quarter hours; nights, weekends and holidays lie between. */
const QUARTERS_OF_SESSION = 26
const CALENDAR_DAYS_PER_SESSION = 1.6
const HOLIDAYS = 10

const Query = z.object({
  timeframe: z
    .enum(TIMEFRAMES, TIMEFRAME_RULE)
    .default('1d')
    .meta({ description: 'the length of a bar: a session or a quarter hour' }),
  from: queryDay('first Eastern day of the bars; absent: as many as the limit allows', '2026-10-01'),
  to: queryDay('last Eastern day of the bars; absent: the day of as_of', '2026-11-20'),
  limit: queryInteger({ min: 1, max: LIMIT_MAX, default: 100 }, 'maximum number of bars; the newest of the range'),
  as_of: queryInstant('only bars that were known at this instant count'),
})

interface Wanted {
  symbol: string
  timeframe: Timeframe
  from: TradingDay
  upTo: TradingDay
  limit: number
}

async function readBars({ reader }: ApiContext, wanted: Wanted, asOf: Date) {
  const { symbol, timeframe, from, upTo } = wanted
  const limit = wanted.limit + 1
  if (timeframe === '1d') {
    const found = await reader.read((sql) => dailyBarsKnown(sql, { symbol, from, upTo, knownBy: asOf, limit }))
    return found.map((bar) => dailyBar(bar, asOf))
  }
  const end = instantAt(addDays(upTo, 1), '00:00')
  const span = Math.ceil((limit / QUARTERS_OF_SESSION) * CALENDAR_DAYS_PER_SESSION) + HOLIDAYS
  const start = new Date(Math.max(instantAt(from, '00:00').getTime(), end.getTime() - span * DAY_MS))
  const range = { symbol, from: start, upTo: end, knownBy: asOf, limit }
  const found = await reader.read((sql) => quarterHoursKnown(sql, range))
  return found.map((bar) => quarterBar(bar, asOf))
}

const BARS_AT = sources.find(({ id }) => id === 'breadth')!.at[0]
const NO_BARS: Readonly<Record<Timeframe, string>> = {
  '1d': `no daily bar of this range was known then; those of a session are fetched from ${BARS_AT} Eastern on, and indices have none`,
  '15m':
    'no minute of this range is stored for this symbol: the service collects minutes of SPY and of the indices that it scores, and deletes old ones',
}

export const tradingBarsRoutes = [
  documentRoute({
    path: '/api/v1/trading/bars/:symbol',
    class: 'public',
    tag: 'trading',
    summary: 'Bars of a symbol, by session or quarter hour',
    description:
      'Daily bars of members of the index, funds and added companies, in the shares of `as_of` by the splits known ' +
      'then; a bar that a vendor revised is served in the revision known at that instant. Bars of 15 minutes are made of ' +
      'the prices that the service collected each minute, so their high and low are those of minutes, and they have no ' +
      'volume. Each price is filed by the time at which it was quoted: the feed is 15 minutes late, so the newest bars ' +
      'end a quarter of an hour ago, and the last of a session is whole a quarter of an hour after its close. A known ' +
      'symbol without bars is 200 with an empty list and a reason; any other is 404.',
    params: z.object({ symbol: TickerPath }),
    query: Query,
    errors: ['not_found'],
    response: BarsAnswer,
    responseDescription: 'The bars, or why there are none',
    example: readExample<BarsAnswer>(import.meta.url, './bars-example.json'),
    topics: ['sources'],
    async load(context, { params: { symbol }, query }) {
      const now = await readNow(context)
      refuseFuture({ as_of: query.as_of }, now)
      const asOf = query.as_of ?? now
      const from = query.from ?? FIRST_DAY
      const upTo = query.to ?? eastern(asOf).day
      refuseReversed(query)
      const { timeframe, limit } = query
      const bars = await readBars(context, { symbol, timeframe, from, upTo, limit }, asOf)
      if (bars.length === 0 && !(await isKnownSymbol(context, symbol))) throw refuseSymbol()
      return { value: barsDocument({ symbol, timeframe }, bars, { limit, asOf, reason: NO_BARS[timeframe] }) }
    },
    empty: (reason, _context, { params: { symbol }, query: { timeframe } }) => emptyBars(symbol, timeframe, reason),
  }),
]
