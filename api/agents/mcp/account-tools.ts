import { z } from 'zod'
import { ENDED_STATUSES, TRADE_CLASSES, TRADE_SIDES } from '../../../shared/domain/trading/trade.ts'
import { choose, chooseEach, shortenEach } from './choose-members.ts'
import { ask, urlOf } from './service-call.ts'
import { readTool, type Tool } from './tool.ts'
import { listedTrade } from './trade-tools.ts'

const NEEDS = 'Needs an agent token.'
const STOCK = ['symbol', 'side', 'quantity', 'average_cost', 'mark', 'market_value', 'unrealized_pnl', 'reason']
const OPTION = [
  'contract',
  'side',
  'quantity',
  'average_cost',
  'mark',
  'market_value',
  'unrealized_pnl',
  'days_to_expiry',
  'moneyness',
  'reason',
]

export const accountTools: readonly Tool[] = [
  readTool({
    name: 'get_account',
    title: 'Your account and limits',
    description: `Cash, equity, buying power and profit of your account, and the limits on its orders. ${NEEDS}`,
    input: {},
    async run(call) {
      const account = await ask(call, { method: 'GET', url: '/api/v1/trading/account' })
      const limits = await ask(call, { method: 'GET', url: '/api/v1/trading/limits' })
      return { ...account, limits: limits.limits ?? limits }
    },
  }),
  readTool({
    name: 'list_positions',
    title: 'Your positions',
    description: `Shares and option contracts that you hold, with mark, value and profit. ${NEEDS}`,
    input: {},
    async run(call) {
      const stocks = await ask(call, { method: 'GET', url: '/api/v1/trading/positions' })
      const options = await ask(call, { method: 'GET', url: '/api/v1/trading/positions/options' })
      return {
        stocks: chooseEach(stocks.positions, STOCK),
        stock_totals: stocks.totals ?? null,
        options: chooseEach(options.positions, OPTION),
        option_totals: options.totals ?? null,
      }
    },
  }),
  readTool({
    name: 'list_trades',
    title: 'Your trades',
    description: `Trades that await your confirmation, and the newest ended trades. ${NEEDS}`,
    input: {
      limit: z.int().min(1).max(100).default(5).describe('maximum number of ended trades, newest first'),
      offset: z.int().min(0).max(999_999).default(0).describe('ended trades to skip'),
      before: z.string().max(100).optional().describe('only ended trades ordered before this trade_id: next_before'),
      symbol: z.string().max(100).optional().describe('only ended trades in this stock or fund and its options'),
      status: z.enum(ENDED_STATUSES).optional().describe('only trades that ended this way'),
      side: z.enum(TRADE_SIDES).optional().describe('only ended trades of this side; packages have none'),
      class: z
        .enum(TRADE_CLASSES)
        .optional()
        .describe('only ended trades in stocks, in single options, or in packages'),
    },
    async run(call, { max_bytes: _, ...wanted }) {
      const pending = await ask(call, { method: 'GET', url: '/api/v1/trading/trades/pending' })
      const ended = await ask(call, { method: 'GET', url: urlOf('/api/v1/trading/history', wanted) })
      return {
        pending: shortenEach(pending.trades, listedTrade),
        ended: shortenEach(ended.trades, listedTrade),
        ...choose(ended, ['total', 'offset', 'next_before']),
      }
    },
  }),
]
