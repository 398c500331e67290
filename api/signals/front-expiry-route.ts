import { emptyFrontExpiry, FrontExpiryDocument } from '../../shared/domain/contract/front-expiry.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { EXAMPLE_FRONT_EXPIRY } from '../openapi/examples.ts'

export const signalsFrontExpiryRoutes = [
  cycleRoute({
    path: '/api/v1/signals/gamma/front-expiry',
    tag: 'signals',
    summary: 'The nearest expiration of the SPY chain',
    description:
      'Walls, profile by strike, straddle and share of the expiration that ends first: near the bell it is what dealers ' +
      'hedge. Signs and formula as signals/gamma.',
    document: 'signals/front-expiry',
    response: FrontExpiryDocument,
    responseDescription: 'The expiration, or why there is none',
    example: EXAMPLE_FRONT_EXPIRY,
    empty: (reason) => emptyFrontExpiry(reason),
  }),
]
