import { z } from 'zod'
import { readAccount } from '../../../shared/postgres/trading/accounts.ts'
import { endedTrades, recentTrades } from '../../../shared/postgres/trading/trade-lists.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { ACCOUNTS_PATH, AccountParams, TRADING_PATH } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { type HistoryQuery, historyPage, historyQuery, tradeLimit } from './history-query.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'

const { executed: EXAMPLE } = readExample<{ executed: TradeDocument }>(import.meta.url, './trade-examples.json')

const History = z
  .object({
    trades: z.array(TradeDocument).describe('the newest order first'),
    total: z.int().describe('number of trades on all pages, of those that the filters leave'),
    limit: z.int().describe('as requested'),
    offset: z.int().describe('as requested'),
    next_before: z.string().nullable().describe('`before` of the next page; null on the last page'),
  })
  .meta({ id: 'TradeHistory', description: 'A page of trades that have ended' })

const history = {
  status: 200,
  description: 'A page of trades that have ended',
  contentType: JSON_TYPE,
  schema: History,
  example: { trades: [EXAMPLE], total: 1, limit: 50, offset: 0, next_before: null },
}

const AdminTrade = TradeDocument.extend({ account_id: z.int().describe('the account of the trade') }).meta({
  id: 'AccountTrade',
  description: 'A trade with its account',
})

const ORDER =
  'The place of a trade is that of its order: one that ends late stands below newer ones. By `offset` rows move to later ' +
  'pages while trades end; with `before` set to `next_before` of the last page nothing moves and nothing comes twice.'

/** A page of the ended trades of one account. */
async function readHistory(
  context: ApiContext,
  accountId: number,
  query: HistoryQuery,
): Promise<z.input<typeof History>> {
  const now = await readNow(context)
  const { trades, total, hasMore } = await context.reader.read(async (sql) =>
    endedTrades(sql, await historyPage(sql, accountId, now, query)),
  )
  return {
    trades: trades.map((trade) => tradeDocument(trade, now)),
    total,
    limit: query.limit,
    offset: query.offset,
    next_before: hasMore ? trades.at(-1)!.id : null,
  }
}

export const tradingHistoryRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/history`,
    summary: 'Your trades',
    description:
      'Every ended trade in stocks and options of all epochs, newest first: executed, expired, cancelled and rejected. ' +
      'Filters by symbol, status, side, class and day narrow it. Pending trades are under trades/pending. ' +
      `${ORDER} To follow fills, read trading/events or trading/ledger after the last id or number that you had: ` +
      'nothing is left out there and nothing comes twice.',
    query: historyQuery(50),
    response: history,
    handle: (context, { query }, { request }) => readHistory(context, callerAccount(request), query),
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
    query: historyQuery(100),
    response: history,
    handle: async (context, { params: { account_id: accountId }, query }) => {
      if (!(await context.reader.read((sql) => readAccount(sql, accountId)))) throw refuseAccount()
      return await readHistory(context, accountId, query)
    },
  }),
  handlerRoute({
    class: 'admin',
    tag: 'trading-admin',
    method: 'GET',
    path: `${TRADING_PATH}/admin/trades/recent`,
    summary: 'Newest trades of all accounts',
    description: 'Trades in any status, pending ones included, newest first.',
    query: z.object({ limit: tradeLimit(50) }),
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
