import { z } from 'zod'
import { tradesOfClientOrder } from '../../../shared/postgres/trading/trade-lists.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { CLIENT_ORDER_ID, clientOrderIdRule } from './order-bodies.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'

const { executed: EXAMPLE } = readExample<{ executed: TradeDocument }>(import.meta.url, './trade-examples.json')
const EXAMPLE_ID = 'rebalance-17'

/** For an agent that lost an answer and must not order again to learn what became of its order. */
export const tradingClientOrderRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/trades`,
    summary: 'Your trades with a client order id',
    description:
      'The trade that an order with this `client_order_id` began, in any status, and those of earlier epochs: after a ' +
      'lost answer it shows whether the order arrived, without sending it again. The list is empty if none did.',
    query: z.object({
      client_order_id: z
        .string(clientOrderIdRule)
        .regex(CLIENT_ORDER_ID, clientOrderIdRule)
        .meta({ description: 'the id that you sent with the order', example: EXAMPLE_ID }),
    }),
    response: {
      status: 200,
      description: 'The trades with this id',
      contentType: JSON_TYPE,
      schema: z.object({
        trades: z.array(TradeDocument).describe('newest first: at most one of each epoch'),
        reason: z.string().nullable().describe('null if there is one'),
      }),
      example: { trades: [{ ...EXAMPLE, client_order_id: EXAMPLE_ID }], reason: null },
    },
    handle: async (context, { query }, { request }) => {
      const now = await readNow(context)
      const trades = await context.reader.read((sql) =>
        tradesOfClientOrder(sql, callerAccount(request), query.client_order_id),
      )
      const reason = trades.length === 0 ? 'no order with this id has begun a trade of this account' : null
      return { trades: trades.map((trade) => tradeDocument(trade, now)), reason }
    },
  }),
]
