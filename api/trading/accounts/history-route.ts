import { z } from 'zod'
import { readAccount } from '../../../shared/postgres/trading/accounts.ts'
import { endedTrades, recentTrades } from '../../../shared/postgres/trading/trade-lists.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { refuse } from '../../http/errors.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TradeDocument, tradeDocument } from '../orders/trade-documents.ts'
import { EXAMPLE_EXECUTED } from '../orders/trade-examples.ts'
import { ACCOUNTS_PATH, AccountParams, TRADING_PATH } from '../parameters.ts'

const LIMIT_MAX = 500
const limit = (byDefault: number) => queryInteger({ min: 1, max: LIMIT_MAX, default: byDefault }, 'trades per page')
const page = (byDefault: number) =>
  z.object({
    limit: limit(byDefault),
    offset: queryInteger({ min: 0, max: 999_999, default: 0 }, 'trades to leave out'),
  })

const History = z
  .object({
    trades: z.array(TradeDocument).describe('newest first'),
    total: z.int().describe('how many there are'),
    limit: z.int().describe('as asked for'),
    offset: z.int().describe('as asked for'),
  })
  .meta({ id: 'TradeHistory', description: 'A page of trades that have ended' })

const history = {
  status: 200,
  description: 'A page of trades that have ended',
  contentType: JSON_TYPE,
  schema: History,
  example: { trades: [EXAMPLE_EXECUTED], total: 1, limit: 50, offset: 0 },
}

const AdminTrade = TradeDocument.extend({ account_id: z.int().describe('whose it is') }).meta({
  id: 'AccountTrade',
  description: 'A trade, with whose it is',
})

export const tradingHistoryRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/history`,
    summary: 'Your trades',
    description:
      'Every trade that has ended, in stocks and options, newest first: executed, expired, cancelled and rejected, of ' +
      'all epochs. What is still pending is under trades/pending.',
    query: page(50),
    response: history,
    handle: async (context, { query }, { request }) => {
      const now = await readNow(context)
      const accountId = callerAccount(request)
      const { trades, total } = await context.reader.read((sql) => endedTrades(sql, { accountId, now, ...query }))
      return { trades: trades.map((trade) => tradeDocument(trade, now)), total, ...query }
    },
  }),
  handlerRoute({
    class: 'admin',
    tag: 'trading-admin',
    method: 'GET',
    path: `${ACCOUNTS_PATH}/:account_id/history`,
    summary: 'Trades of an account',
    description: 'Every trade of one account that has ended, newest first; also of a deleted account.',
    errors: ['not_found'],
    params: AccountParams,
    query: page(100),
    response: history,
    handle: async (context, { params, query }) => {
      const now = await readNow(context)
      const { account_id: accountId } = params
      const { account, trades, total } = await context.reader.read(async (sql) => ({
        account: await readAccount(sql, accountId),
        ...(await endedTrades(sql, { accountId, now, ...query })),
      }))
      if (!account) throw refuse('not_found')
      return { trades: trades.map((trade) => tradeDocument(trade, now)), total, ...query }
    },
  }),
  handlerRoute({
    class: 'admin',
    tag: 'trading-admin',
    method: 'GET',
    path: `${TRADING_PATH}/admin/trades/recent`,
    summary: 'Newest trades of all accounts',
    description: 'In any state, pending ones too, newest first.',
    query: z.object({ limit: limit(50) }),
    response: {
      status: 200,
      description: 'The newest trades',
      contentType: JSON_TYPE,
      schema: z.object({ trades: z.array(AdminTrade).describe('newest first') }),
      example: { trades: [{ ...EXAMPLE_EXECUTED, account_id: 7 }] },
    },
    handle: async (context, { query }) => {
      const now = await readNow(context)
      const trades = await context.reader.read((sql) => recentTrades(sql, query.limit))
      return { trades: trades.map((trade) => ({ ...tradeDocument(trade, now), account_id: trade.accountId })) }
    },
  }),
]
