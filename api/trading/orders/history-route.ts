import { z } from 'zod'
import { readAccount } from '../../../shared/postgres/trading/accounts.ts'
import { endedTrades, recentTrades } from '../../../shared/postgres/trading/trade-lists.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { ACCOUNTS_PATH, AccountParams, TRADING_PATH } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'

const { executed: EXAMPLE } = readExample<{ executed: TradeDocument }>(import.meta.url, './trade-examples.json')

const LIMIT_MAX = 500
const limit = (byDefault: number) => queryInteger({ min: 1, max: LIMIT_MAX, default: byDefault }, 'trades per page')
const page = (byDefault: number) =>
  z.object({
    limit: limit(byDefault),
    offset: queryInteger({ min: 0, max: 999_999, default: 0 }, 'trades to skip'),
  })

const History = z
  .object({
    trades: z.array(TradeDocument).describe('the newest order first'),
    total: z.int().describe('number of trades on all pages'),
    limit: z.int().describe('as requested'),
    offset: z.int().describe('as requested'),
  })
  .meta({ id: 'TradeHistory', description: 'A page of trades that have ended' })

const history = {
  status: 200,
  description: 'A page of trades that have ended',
  contentType: JSON_TYPE,
  schema: History,
  example: { trades: [EXAMPLE], total: 1, limit: 50, offset: 0 },
}

const AdminTrade = TradeDocument.extend({ account_id: z.int().describe('the account of the trade') }).meta({
  id: 'AccountTrade',
  description: 'A trade with its account',
})

const ORDER =
  'The place of a trade is that of its order: one that ends late stands below newer ones, and rows move to later pages ' +
  'while trades end, so a reader of several pages tells them apart by `trade_id`.'

export const tradingHistoryRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/history`,
    summary: 'Your trades',
    description:
      'Every ended trade in stocks and options of all epochs, newest first: executed, expired, cancelled and rejected. ' +
      `Pending trades are under trades/pending. ${ORDER} To follow fills, read trading/events or trading/ledger after ` +
      'the last id or number that you had: nothing is left out there and nothing comes twice.',
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
    description: `Every ended trade of one account, newest first; also for a deleted account. ${ORDER}`,
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
      if (!account) throw refuseAccount()
      return { trades: trades.map((trade) => tradeDocument(trade, now)), total, ...query }
    },
  }),
  handlerRoute({
    class: 'admin',
    tag: 'trading-admin',
    method: 'GET',
    path: `${TRADING_PATH}/admin/trades/recent`,
    summary: 'Newest trades of all accounts',
    description: 'Trades in any status, pending ones included, newest first.',
    query: z.object({ limit: limit(50) }),
    response: {
      status: 200,
      description: 'The newest trades',
      contentType: JSON_TYPE,
      schema: z.object({ trades: z.array(AdminTrade).describe('newest first') }),
      example: { trades: [{ ...EXAMPLE, account_id: 7 }] },
    },
    handle: async (context, { query }) => {
      const now = await readNow(context)
      const trades = await context.reader.read((sql) => recentTrades(sql, query.limit))
      return { trades: trades.map((trade) => ({ ...tradeDocument(trade, now), account_id: trade.accountId })) }
    },
  }),
]
