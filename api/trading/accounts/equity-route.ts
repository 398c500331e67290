import { z } from 'zod'
import { DAY_MS } from '../../../shared/time/trading-day.ts'
import { jsonResponse } from '../../cache/json-response.ts'
import { readNow } from '../../database/service-time.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { refuseEpoch } from '../refuse.ts'
import { newestMarks, POINTS_MAX, readCurve } from './account-snapshots-view.ts'
import { curveDocument, EquityCurve } from './equity-documents.ts'
import { Statistics, statisticsDocument } from './statistics-document.ts'

const EXAMPLES = readExample<{ curve: EquityCurve; statistics: Statistics }>(import.meta.url, './equity-examples.json')

const agent = { class: 'agent', tag: 'trading', method: 'GET', errors: ['not_found'] } as const
const epoch = queryInteger({ min: 0, max: 999_999, default: 0 }, 'number of the epoch; 0: the current one')
export const tradingEquityRoutes = [
  handlerRoute({
    ...agent,
    path: `${TRADING_PATH}/equity-curve`,
    summary: 'Your equity over time',
    description:
      'The worth of the account at each hour of a session and at its close, beside SPY. A point at which a position ' +
      `had no mark has null. Hourly points are kept for 400 days, closes for ever; at most ${POINTS_MAX} points.`,
    query: z.object({ days: queryInteger({ min: 1, max: 3_650, default: 30 }, 'calendar days back from now'), epoch }),
    response: jsonResponse(EquityCurve, EXAMPLES.curve, 'The curve'),
    handle: async (context, { query }, { request }): Promise<z.input<typeof EquityCurve>> => {
      const now = await readNow(context)
      const curve = await context.reader.read((sql) => readCurve(sql, callerAccount(request), query.epoch))
      if (!curve) throw refuseEpoch()
      return curveDocument(curve, new Date(now.getTime() - query.days * DAY_MS))
    },
  }),
  handlerRoute({
    ...agent,
    path: `${TRADING_PATH}/statistics`,
    summary: 'Your statistics',
    description:
      'Return, drawdown, volatility, closed trades, exposure and SPY over the same instants, from the snapshots and ' +
      'the ledger of an epoch. Every rate comes with the number of values it is based on, and is null when there are ' +
      'too few.',
    query: z.object({ epoch }),
    response: jsonResponse(Statistics, EXAMPLES.statistics, 'The statistics'),
    handle: async ({ reader, tradeMemory }, { query }, { request }): Promise<z.input<typeof Statistics>> => {
      const accountId = callerAccount(request)
      const inputs = await reader.read(async (sql) => {
        const curve = await readCurve(sql, accountId, query.epoch)
        return curve && { curve, newest: await newestMarks(sql, accountId, curve.epoch) }
      })
      if (!inputs) throw refuseEpoch()
      const { trades } = await tradeMemory.folds.closed.read(reader, { accountId, epoch: inputs.curve.epoch })
      return statisticsDocument({ ...inputs, closed: trades })
    },
  }),
]
