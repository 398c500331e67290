import { z } from 'zod'
import { expiriesThrough, previewExpiries } from '../../../shared/domain/trading/expiry-preview.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import { frozenPrices } from '../../../shared/postgres/trading/settlement.ts'
import { eastern, easternExact } from '../../../shared/time/eastern.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { assumedPrices } from './assumed-price.ts'
import { PreviewedExpiry, previewedExpiry } from './expiry-preview-document.ts'

const DAYS_MAX = 366

const ExpiryPreview = z.object({
  as_of: z.string().describe('when this was computed, Eastern'),
  through: z.string().describe('the last expiration considered, YYYY-MM-DD'),
  balance: z.number().describe('cash now, in dollars'),
  expiries: z.array(PreviewedExpiry).describe('in order of time, each starting from the result of the one before'),
  deficit: z.boolean().describe('true: one of them would leave cash below zero'),
})

export const tradingExpiryPreviewRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/positions/options/expiry-preview`,
    summary: 'Preview of your expiring options',
    description:
      'Runs the settlement itself over your positions as if each underlying closed at its current price, and once ' +
      'options have ended, at the close of their session: an option in the money by a cent or more is exercised or ' +
      'assigned at the strike, and all options of one underlying and expiration are settled together. Shares come in before any go out; where delivery would leave an account short ' +
      'that may not be, the option is settled in cash. An exercise that you cannot pay leaves a deficit: to avoid it, ' +
      'sell before the close. There is no early assignment: a written option can only be assigned when it expires.',
    errors: ['not_found'],
    query: z.object({
      days: queryInteger({ min: 0, max: DAYS_MAX, default: 7 }, 'how many days ahead; 0: today’s expiration only'),
    }),
    response: {
      status: 200,
      description: 'The outcome of each expiry, in order of time',
      contentType: JSON_TYPE,
      schema: ExpiryPreview,
      example: readExample<z.infer<typeof ExpiryPreview>>(import.meta.url, './expiry-preview-example.json'),
    },
    handle: async (context, { query }, { request }): Promise<z.input<typeof ExpiryPreview>> => {
      const now = await readNow(context)
      const through = addDays(eastern(now).day, query.days)
      const holdings = await context.reader.read(async (sql) => {
        const found = await readHoldings(sql, callerAccount(request))
        return found && { ...found, frozen: await frozenPrices(sql, expiriesThrough(found.positions, through)) }
      })
      if (!holdings) throw refuseAccount()
      const { account, positions, frozen } = holdings
      const priceOf = await assumedPrices(context, expiriesThrough(positions, through), { frozen, now })
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
