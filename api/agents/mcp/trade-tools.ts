import { z } from 'zod'
import { refuse } from '../../http/errors.ts'
import { QUANTITY_MAX } from '../../trading/orders/order-bodies.ts'
import { choose, chooseEach } from './choose-members.ts'
import { ask, type Document, ToolRefusal } from './service-call.ts'
import { type Tool, tradeTool } from './tool.ts'

const TRADES = '/api/v1/trading/trades'

/** The members of a trade on which an agent decides; the route has them all. */
export const TRADE = [
  'trade_id',
  'client_order_id',
  'status',
  'reason',
  'class',
  'symbol',
  'side',
  'quantity',
  'price',
  'worst_price',
  'fill_price',
  'fees',
  'total',
  'cash_after',
  'balance',
  'max_loss',
  'max_loss_reason',
  'requirement',
  'delayed',
  'expires_at',
  'expires_in_ms',
  'ended_at',
]
const HELD_AGAINST = ['severity', 'message', 'instrument']
const LEG = ['instrument', 'quantity', 'price', 'fill_price']

/** A trade in a list; without its legs an option would be shown by its underlying alone. */
export const listedTrade = (document: Document): Document => ({
  ...choose(document, TRADE),
  legs: chooseEach(document.legs, LEG),
})

const tradeOf = (document: Document): Document => ({
  ...listedTrade(document),
  held_against: document.held_against === null ? null : chooseEach(document.held_against, HELD_AGAINST),
})

const side = z.enum(['buy', 'sell'])
const ONE_OF = 'Give exactly one of symbol, contract and legs.'
const WHAT = { fields: ['symbol', 'contract', 'legs'] }
const tradeId = z.string().describe('trade_id that quote_trade returned')
const NEEDS = 'Needs an agent token of scope trade.'
/** Repeating this call would place another order. */
const MORE = 'list_trades has the trade with its legs'

const Leg = z.strictObject({
  contract: z.string().describe('such as SPY261218C00690000, from get_option_chain'),
  side: side.describe('buy at the ask, sell at the bid'),
  ratio: z.int().min(1).max(100).optional().describe('contracts of this leg in one package; 1 by default'),
})

const pathOf = (id: string): string => `${TRADES}/${encodeURIComponent(id)}`

export const tradeTools: readonly Tool[] = [
  tradeTool(
    {
      name: 'quote_trade',
      title: 'Price a trade (step 1 of 2)',
      description:
        'A price for a trade, valid for 60 seconds: nothing is bought, sold or reserved yet. Give symbol for shares, ' +
        'contract for one option, or legs for a package of two to four. "worst_price" bounds the fill, ' +
        `"held_against" lists warnings. Then call confirm_trade, or let it expire. ${NEEDS}`,
      more: MORE,
      input: {
        symbol: z.string().optional().describe('a stock or fund, such as SPY'),
        contract: z.string().optional().describe('an option, such as SPY261218C00690000, from get_option_chain'),
        legs: z.array(Leg).min(2).max(4).optional().describe('a package of options of one underlying'),
        side: side.optional().describe('buy at the ask or sell at the bid; leave out with legs'),
        quantity: z.int().min(1).max(QUANTITY_MAX).describe('whole shares, contracts of 100 shares, or packages'),
        client_order_id: z
          .string()
          .optional()
          .describe('your own id: the same id with the same order returns the same trade'),
      },
      async run(call, { max_bytes: _bytes, ...order }) {
        const named = [order.symbol, order.contract, order.legs].filter((each) => each !== undefined)
        if (named.length !== 1) throw new ToolRefusal(refuse('invalid_parameter', WHAT, ONE_OF).body as Document)
        const isOption = order.contract !== undefined || order.legs !== undefined
        const url = isOption ? `${TRADES}/options` : TRADES
        const trade = tradeOf(await ask(call, { method: 'POST', url, body: order as Document }))
        return trade.status === 'pending'
          ? { ...trade, next: 'confirm_trade with this trade_id fills it at the live price, never beyond worst_price' }
          : trade
      },
    },
    { destructive: false, idempotent: false },
  ),
  tradeTool(
    {
      name: 'confirm_trade',
      title: 'Fill a quoted trade (step 2 of 2)',
      description:
        'Fills a trade of quote_trade at the live price, never beyond its worst_price. This moves the money of the ' +
        'paper account. A repeated call does not fill it twice. A status of executing means that the fill waits for ' +
        `the next quote of a delayed feed: list_trades shows how it ends. ${NEEDS}`,
      more: MORE,
      input: { trade_id: tradeId },
      async run(call, { trade_id: id }) {
        // The key is a function of the trade, so a repetition after a lost answer gets the same fill.
        const idempotencyKey = `mcp-confirm-${id.slice(0, 100).replace(/[^!-~]/g, '')}`
        return tradeOf(await ask(call, { method: 'POST', url: `${pathOf(id)}/confirm`, idempotencyKey }))
      },
    },
    { destructive: true, idempotent: true },
  ),
  tradeTool(
    {
      name: 'cancel_trade',
      title: 'Cancel a quoted trade',
      description: `Ends a trade that has not been confirmed. A trade that was filled stays as it is. ${NEEDS}`,
      more: MORE,
      input: { trade_id: tradeId },
      run: async (call, { trade_id: id }) => tradeOf(await ask(call, { method: 'DELETE', url: pathOf(id) })),
    },
    { destructive: false, idempotent: true },
  ),
]
