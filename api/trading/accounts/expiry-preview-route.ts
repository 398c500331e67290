import { z } from 'zod'
import type { MarketQuote } from '../../../shared/domain/market/market-quote.ts'
import { type Expiry, expiriesThrough, previewExpiries } from '../../../shared/domain/trading/expiry-preview.ts'
import { dollarsOf, e4Of } from '../../../shared/domain/trading/money.ts'
import type { Lookup } from '../../../shared/market/live-market.ts'
import { readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import { frozenPrices } from '../../../shared/postgres/trading/settlement.ts'
import { eastern, easternExact } from '../../../shared/time/eastern.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { refuse } from '../../http/errors.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { type AssumedPrice, PreviewedExpiry, previewedExpiry } from './expiry-preview-document.ts'

const DAYS_MAX = 366

const PreviewAnswer = z.object({
  as_of: z.string().describe('when this was computed, Eastern'),
  through: z.string().describe('the last expiration it speaks of, YYYY-MM-DD'),
  balance: z.number().describe('cash now, in dollars'),
  expiries: z.array(PreviewedExpiry).describe('in the order they would come, each with what the ones before it left'),
  deficit: z.boolean().describe('true: one of them would leave cash below zero'),
})

/** What has no price yet is taken to close where it is. */
function assumed({ value, reason }: Pick<Lookup<MarketQuote>, 'value' | 'reason'>): AssumedPrice {
  if (!value) return { priceE4: null, basis: null, reason: reason ?? 'no provider has a quote of it' }
  const { bid, ask, price } = value
  const isTouch = bid !== null && ask !== null && bid > 0 && ask >= bid
  const dollars = isTouch ? (bid + ask) / 2 : price
  return { priceE4: e4Of(dollars), basis: isTouch ? 'touch' : 'last', reason: null }
}

export const tradingExpiryPreviewRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/positions/options/expiry-preview`,
    summary: 'What your options would become',
    description:
      'Runs the settlement itself over what you hold, as if each underlying closed where it is now: what is in the ' +
      'money by a cent or more is exercised or assigned at the strike, and all options of one underlying and ' +
      'expiration are settled as one. Shares come in before any go out; what would leave an account short that may not ' +
      'be is settled in cash. An exercise you cannot pay leaves a deficit: sell before the bell if you do not want it. ' +
      'Early assignment is not simulated: a written option can only be assigned when it expires.',
    errors: ['not_found'],
    query: z.object({
      days: queryInteger({ min: 0, max: DAYS_MAX, default: 7 }, 'how many days ahead; 0: what ends today'),
    }),
    response: {
      status: 200,
      description: 'What would happen, first things first',
      contentType: JSON_TYPE,
      schema: PreviewAnswer,
      example: {
        as_of: '2026-11-20T10:31:02-05:00',
        through: '2026-11-27',
        balance: 100_000,
        expiries: [
          {
            underlying: 'SPY',
            expiration: '2026-11-27',
            expires_at: '2026-11-27T13:00:00-05:00',
            assumed_price: 671.25,
            price_basis: 'touch',
            reason: null,
            options: [
              {
                contract: 'SPY261127C00670000',
                quantity: 1,
                outcome: 'option_exercised',
                delivery: 'stock',
                strike: 670,
                cash: -67_000,
                shares: 100,
              },
            ],
            cash: -67_000,
            shares_before: 0,
            shares_after: 100,
            balance_after: 33_000,
            deficit: false,
          },
        ],
        deficit: false,
      },
    },
    handle: async (context, { query }, { request }): Promise<z.input<typeof PreviewAnswer>> => {
      const now = await readNow(context)
      const through = addDays(eastern(now).day, query.days)
      const holdings = await context.reader.read(async (sql) => {
        const found = await readHoldings(sql, callerAccount(request))
        return found && { ...found, frozen: await frozenPrices(sql, expiriesThrough(found.positions, through)) }
      })
      if (!holdings) throw refuse('not_found')
      const { account, positions, frozen } = holdings
      const symbols = [...new Set(expiriesThrough(positions, through).map(({ underlying }) => underlying))]
      const { answers } = await context.market.quotes(symbols, now)
      const priceOf = ({ underlying, expiration }: Expiry): AssumedPrice => {
        const priceE4 = frozen.get(`${underlying} ${expiration}`)
        if (priceE4 !== undefined) return { priceE4, basis: 'frozen', reason: null }
        return assumed(answers.get(underlying) ?? { value: null, reason: null })
      }
      const previewed = previewExpiries({ ...account, positions }, through, (ending) => priceOf(ending).priceE4)
      return {
        as_of: easternExact(now),
        through,
        balance: dollarsOf(account.cashE4),
        expiries: previewed.map((ending) => previewedExpiry(ending, priceOf(ending))),
        deficit: previewed.some(({ cashAfterE4 }) => cashAfterE4 < 0),
      }
    },
  }),
]
