import { z } from 'zod'
import { DAY_MS } from '../../../shared/time/trading-day.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { refuse } from '../../http/errors.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { newestMarks, POINTS_MAX, readCurve } from './account-snapshots-view.ts'
import { closedTrades } from './closed-trades-view.ts'
import { curveDocument, EquityCurve } from './equity-documents.ts'
import { EXAMPLE_CURVE, EXAMPLE_STATISTICS } from './equity-examples.ts'
import { Statistics, statisticsDocument } from './statistics-document.ts'

const agent = { class: 'agent', tag: 'trading', method: 'GET', errors: ['not_found'] } as const
const epoch = queryInteger({ min: 0, max: 999_999, default: 0 }, 'which epoch; 0: the present one')
const answers = <S extends z.ZodType>(description: string, schema: S, example: z.input<S>) => ({
  status: 200,
  contentType: JSON_TYPE,
  description,
  schema,
  example,
})

export const tradingEquityRoutes = [
  handlerRoute({
    ...agent,
    path: `${TRADING_PATH}/equity-curve`,
    summary: 'Your equity over time',
    description:
      'What the account was worth at each hour of a session and at its close, beside SPY. A moment at which something ' +
      `held had no mark is in it, with null. Hours are kept 400 days, closes for ever; at most ${POINTS_MAX} points.`,
    query: z.object({ days: queryInteger({ min: 1, max: 3_650, default: 30 }, 'calendar days back from now'), epoch }),
    response: answers('The curve', EquityCurve, EXAMPLE_CURVE),
    handle: async (context, { query }, { request }): Promise<z.input<typeof EquityCurve>> => {
      const now = await readNow(context)
      const curve = await context.reader.read((sql) => readCurve(sql, callerAccount(request), query.epoch))
      if (!curve) throw refuse('not_found')
      return curveDocument(curve, new Date(now.getTime() - query.days * DAY_MS))
    },
  }),
  handlerRoute({
    ...agent,
    path: `${TRADING_PATH}/statistics`,
    summary: 'How you did',
    description:
      'Return, drawdown, volatility, closed trades, exposure and SPY over the same instants, from the snapshots and the ' +
      'ledger of an epoch. Every rate stands beside how many values it is of, and what too few values cannot say is null.',
    query: z.object({ epoch }),
    response: answers('The statistics', Statistics, EXAMPLE_STATISTICS),
    handle: async ({ reader }, { query }, { request }): Promise<z.input<typeof Statistics>> => {
      const accountId = callerAccount(request)
      const inputs = await reader.read(async (sql) => {
        const curve = await readCurve(sql, accountId, query.epoch)
        if (!curve) return null
        const newest = await newestMarks(sql, accountId, curve.epoch)
        return { curve, newest, closed: await closedTrades(sql, accountId, curve.epoch) }
      })
      if (!inputs) throw refuse('not_found')
      return statisticsDocument(inputs)
    },
  }),
]
