import { emptyFrontExpiry, FrontExpiryDocument } from '../../shared/domain/contract/front-expiry.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

export const signalsFrontExpiryRoutes = [
  cycleRoute({
    path: '/api/v1/signals/gamma/front-expiry',
    tag: 'signals',
    summary: 'The nearest expiration of the SPY chain',
    description:
      'Walls, profile by strike, straddle and share of the expiration that ends first; near the close it dominates ' +
      'dealer hedging. An expiration that has ended by as_of is never served. `is_zero_dte` and `zero_dte_share` are ' +
      'of the day of as_of. Signs and formula as in signals/gamma.',
    document: 'signals/front-expiry',
    response: FrontExpiryDocument,
    responseDescription: 'The expiration, or the reason why there is none',
    example: readExample(import.meta.url, './front-expiry-example.json'),
    empty: (reason) => emptyFrontExpiry(reason),
  }),
]
