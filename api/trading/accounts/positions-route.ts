import { z } from 'zod'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { refuse } from '../../http/errors.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { knownRate } from '../market/known-rate.ts'
import { SymbolPath } from '../market/symbol-parameters.ts'
import { TRADING_PATH } from '../parameters.ts'
import { isOptionHolding, isStockHolding, ofSymbol, readHeld, totalsOf } from './holdings.ts'
import { OptionPosition, optionDocument, pricerOf } from './option-position-document.ts'
import { StockPosition, stockDocument, TotalsDocument, totalsDocument } from './position-documents.ts'
import { ALL_TOTALS, EXAMPLE_OPTION, EXAMPLE_STOCK, OPTION_TOTALS, STOCK_TOTALS } from './position-examples.ts'

const agent = { class: 'agent', tag: 'trading', method: 'GET' } as const
const PATH = `${TRADING_PATH}/positions`
const HOW =
  'A mark is the middle of bid and ask; what closing would bring at the touch stands beside it. While nobody answers, ' +
  'the last good quote is used, and its age and the reason say so. What has no mark is null with a reason, and so is ' +
  'every sum it belongs to.'

const Stocks = z.object({
  positions: z.array(StockPosition).describe('by symbol'),
  totals: TotalsDocument.describe('of these positions'),
})
const Options = z.object({
  positions: z.array(OptionPosition).describe('by contract'),
  totals: TotalsDocument.describe('of these positions'),
})
const OfSymbol = z.object({
  symbol: z.string().describe('the symbol'),
  stock: StockPosition.nullable().describe('its shares; null: none are held'),
  options: z.array(OptionPosition).describe('contracts on it'),
  delta_shares: z
    .number()
    .nullable()
    .describe(
      'how many shares all of it moves like: shares plus the deltas of the contracts; null while one is missing',
    ),
  totals: TotalsDocument.describe('of the shares and the contracts together'),
})

const answers = <S extends z.ZodType>(description: string, schema: S, example: z.input<S>) => ({
  status: 200,
  contentType: JSON_TYPE,
  description,
  schema,
  example,
})

export const tradingPositionsRoutes = [
  handlerRoute({
    ...agent,
    path: PATH,
    summary: 'Your shares',
    description: `Every stock position with its worth and what it gained. ${HOW}`,
    response: answers('The stock positions', Stocks, { positions: [EXAMPLE_STOCK], totals: STOCK_TOTALS }),
    handle: async (context, _input, { request }): Promise<z.input<typeof Stocks>> => {
      const { now, holdings } = await readHeld(context, callerAccount(request), ({ kind }) => kind === 'stock')
      const positions = holdings.filter(isStockHolding).map((holding) => stockDocument(holding, now))
      return { positions, totals: totalsDocument(totalsOf(holdings)) }
    },
  }),
  handlerRoute({
    ...agent,
    path: `${PATH}/options`,
    summary: 'Your contracts',
    description:
      `Every option position with its worth, its greeks and whose they are. ${HOW} Volatility and greeks are the ` +
      'vendor’s; where it has none they are our own.',
    response: answers('The option positions', Options, { positions: [EXAMPLE_OPTION], totals: OPTION_TOTALS }),
    handle: async (context, _input, { request }): Promise<z.input<typeof Options>> => {
      const { now, holdings } = await readHeld(context, callerAccount(request), ({ kind }) => kind === 'option')
      const options = holdings.filter(isOptionHolding)
      const pricer = pricerOf(options, await knownRate(context, now))
      const positions = options.map((holding) => optionDocument(holding, now, pricer))
      return { positions, totals: totalsDocument(totalsOf(holdings)) }
    },
  }),
  handlerRoute({
    ...agent,
    path: `${PATH}/:symbol`,
    summary: 'Your shares of a symbol and the contracts on it',
    description: `What one symbol is to the account as a whole. ${HOW} Without either it is 404.`,
    errors: ['not_found'],
    params: z.object({ symbol: SymbolPath }),
    response: answers('What is held of the symbol', OfSymbol, {
      symbol: 'SPY',
      stock: EXAMPLE_STOCK,
      options: [EXAMPLE_OPTION],
      delta_shares: 113.86,
      totals: ALL_TOTALS,
    }),
    handle: async (context, { params: { symbol } }, { request }): Promise<z.input<typeof OfSymbol>> => {
      const { now, holdings } = await readHeld(context, callerAccount(request), ofSymbol(symbol))
      if (holdings.length === 0) throw refuse('not_found')
      const held = holdings.filter(isOptionHolding)
      const pricer = pricerOf(held, await knownRate(context, now))
      const options = held.map((holding) => optionDocument(holding, now, pricer))
      const [stock = null] = holdings.filter(isStockHolding).map((holding) => stockDocument(holding, now))
      const deltas = options.map(({ position_greeks }) => position_greeks.delta)
      const delta = deltas.reduce<number | null>(
        (sum, each) => (sum === null || each === null ? null : sum + each),
        stock?.quantity ?? 0,
      )
      return {
        symbol,
        stock,
        options,
        totals: totalsDocument(totalsOf(holdings)),
        delta_shares: delta === null ? null : Math.round(delta * 1e6) / 1e6,
      }
    },
  }),
]
