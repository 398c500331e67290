import { z } from 'zod'
import { jsonResponse } from '../../cache/json-response.ts'
import { refuseMissing } from '../../http/errors.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { knownRate } from '../market/known-rate.ts'
import { SymbolPath } from '../market/symbol-parameters.ts'
import { TRADING_PATH } from '../parameters.ts'
import { isOptionHolding, isStockHolding, ofSymbol, readMarked, totalsOf } from './holdings.ts'
import { OptionPosition, optionDocument, pricerOf } from './option-position-document.ts'
import { StockPosition, stockDocument, TotalsDocument, totalsDocument } from './position-documents.ts'

type Totals = z.infer<typeof TotalsDocument>
const EXAMPLES = readExample<{
  stock: StockPosition
  option: OptionPosition
  stock_totals: Totals
  option_totals: Totals
  all_totals: Totals
}>(import.meta.url, './position-examples.json')

const agent = { class: 'agent', tag: 'trading', method: 'GET' } as const
const PATH = `${TRADING_PATH}/positions`
const MARKS =
  'A mark is the middle of bid and ask; `liquidation_value` is what closing at bid or ask would bring. While no ' +
  'provider answers, the last good quote is used and its age and the reason are shown. A position without a mark has ' +
  'null with a reason, and so has every sum that includes it. Once options have ended and the close of their ' +
  'underlying is known, their mark is what they settle for.'

const Stocks = z.object({
  positions: z.array(StockPosition).describe('by symbol'),
  totals: TotalsDocument.describe('totals of these positions'),
})
const Options = z.object({
  positions: z.array(OptionPosition).describe('by contract'),
  totals: TotalsDocument.describe('totals of these positions'),
})
const OfSymbol = z.object({
  symbol: z.string().describe('the symbol'),
  stock: StockPosition.nullable().describe('the position in its shares; null without one'),
  options: z.array(OptionPosition).describe('the positions in its contracts'),
  delta_shares: z
    .number()
    .nullable()
    .describe(
      'number of shares with the same price exposure: shares plus the deltas of the options; null while one is missing',
    ),
  totals: TotalsDocument.describe('totals of the shares and contracts together'),
})

export const tradingPositionsRoutes = [
  handlerRoute({
    ...agent,
    path: PATH,
    summary: 'Your shares',
    description: `Every stock position with its value and its gain. ${MARKS}`,
    response: jsonResponse(
      Stocks,
      { positions: [EXAMPLES.stock], totals: EXAMPLES.stock_totals },
      'The stock positions',
    ),
    handle: async (context, _input, { request }): Promise<z.input<typeof Stocks>> => {
      const { now, holdings } = await readMarked(context, callerAccount(request), ({ kind }) => kind === 'stock')
      const positions = holdings.filter(isStockHolding).map((holding) => stockDocument(holding, now))
      return { positions, totals: totalsDocument(totalsOf(holdings)) }
    },
  }),
  handlerRoute({
    ...agent,
    path: `${PATH}/options`,
    summary: 'Your contracts',
    description:
      `Every option position with its value, its greeks and their source. ${MARKS} Volatility and greeks are the ` +
      'vendor’s; where it has none we compute them.',
    response: jsonResponse(
      Options,
      {
        positions: [EXAMPLES.option],
        totals: EXAMPLES.option_totals,
      },
      'The option positions',
    ),
    handle: async (context, _input, { request }): Promise<z.input<typeof Options>> => {
      const { now, holdings } = await readMarked(context, callerAccount(request), ({ kind }) => kind === 'option')
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
    description: `The shares of one symbol and the contracts on it together. ${MARKS} An account that holds neither gets 404.`,
    errors: ['not_found'],
    params: z.object({ symbol: SymbolPath }),
    response: jsonResponse(
      OfSymbol,
      {
        symbol: 'SPY',
        stock: EXAMPLES.stock,
        options: [EXAMPLES.option],
        delta_shares: 113.86,
        totals: EXAMPLES.all_totals,
      },
      'What is held of the symbol',
    ),
    handle: async (context, { params: { symbol } }, { request }): Promise<z.input<typeof OfSymbol>> => {
      const { now, holdings } = await readMarked(context, callerAccount(request), ofSymbol(symbol))
      if (holdings.length === 0) {
        throw refuseMissing(
          'This account holds nothing of such a symbol.',
          'GET /api/v1/trading/positions and /api/v1/trading/positions/options list what it holds.',
        )
      }
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
