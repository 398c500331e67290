import { emptyGamma, GammaDocument } from '../../shared/domain/contract/gamma.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

export const signalsGammaRoutes = [
  cycleRoute({
    path: '/api/v1/signals/gamma',
    tag: 'signals',
    summary: 'The gamma exposure profile of the newest SPY chain',
    description:
      'Call wall (resistance), put wall (support), zero gamma, max pain, expected move, exposure per strike, per ' +
      'expiration and over a grid of spots, as the signals stage wrote it for the newest report cycle. Dealers are ' +
      'assumed long the calls and short the puts that customers hold; their real positions are not published. The ' +
      'profile and the expirations are as of the quotes; the front, what expires today and the rest of the day are as ' +
      'of as_of.',
    response: GammaDocument,
    responseDescription: 'The profile, or the same fields empty with a reason',
    example: readExample(import.meta.url, './gamma-example.json'),
    document: 'signals/gamma',
    empty: (reason) => emptyGamma(reason),
  }),
]
