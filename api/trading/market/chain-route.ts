import { z } from 'zod'
import { sessionOn } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { documentRoute } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { queryInteger } from '../../http/parameters.ts'
import { readExample } from '../../openapi/read-example.ts'
import { ChainAnswer, chainDocument, emptyChain } from './chain-document.ts'
import { knownRate } from './known-rate.ts'
import { refuseSymbol } from './known-symbol.ts'
import { knownSymbols, mayExist } from './read-quotes.ts'
import { SymbolPath } from './symbol-parameters.ts'

const RULE = 'must be an existing date, written YYYY-MM-DD'
const Expiration = z.iso
  .date(RULE)
  .refine((text) => text >= '1000', RULE)
  .optional()
  .meta({
    description: 'only contracts that expire on this day; absent: the nearest expiration',
    override: { type: 'string', format: 'date', example: '2026-12-18' },
  })

/** Contracts that expire today are over at today's close. */
function firstOpenExpiration(now: Date): TradingDay {
  const { day } = eastern(now)
  const session = sessionOn(day)
  return session && now >= session.close ? addDays(day, 1) : day
}

export const tradingChainRoutes = [
  documentRoute({
    path: '/api/v1/trading/options/chain/:symbol',
    rate: 'costly',
    class: 'public',
    tag: 'trading',
    summary: 'The option chain of an underlying',
    description:
      'All expirations, and the contracts of one expiration around the money. Volatility and greeks are the vendor’s; ' +
      'where it has none we compute them from the strike’s quotes, and `iv_source` and `greeks_source` say whose they are.',
    params: z.object({ symbol: SymbolPath }),
    query: z.object({
      expiration: Expiration,
      strike_count: queryInteger({ min: 5, max: 100, default: 50 }, 'number of strikes around the money'),
    }),
    errors: ['not_found'],
    response: ChainAnswer,
    responseDescription: 'The chain, or why there is none',
    example: readExample<ChainAnswer>(import.meta.url, './chain-example.json'),
    topics: [],
    stale: false,
    async load(context, { params: { symbol }, query: { expiration, strike_count: strikeCount } }) {
      const now = await readNow(context)
      const known = await knownSymbols(context)
      const ticker = known.universe.find(symbol)
      if (!mayExist(symbol, known)) throw refuseSymbol()
      if (ticker?.kind === 'index') {
        return { value: emptyChain(symbol, strikeCount, 'options on an index are not served') }
      }
      const { fedFunds, outage } = await knownRate(context, now)
      const wanted = expiration === undefined ? null : tradingDay(expiration)
      const { value, reason, unknown } = await context.market.chain(symbol, {
        expiration: wanted,
        from: firstOpenExpiration(now),
      })
      if (!value && unknown && !ticker) throw refuseSymbol()
      if (!value) {
        if (outage) throw outage
        return { value: emptyChain(symbol, strikeCount, reason) }
      }
      const noContracts = value.chain ? null : 'no contract expires on that day: see expirations'
      return { value: chainDocument(symbol, value, { strikeCount, now, fedFunds }, reason ?? noContracts) }
    },
    empty: (reason, _context, { params: { symbol }, query }) => emptyChain(symbol, query.strike_count, reason),
  }),
]
