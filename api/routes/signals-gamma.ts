import { emptyGamma, GammaDocument } from '../../shared/domain/gamma.ts'
import { readModel } from '../../shared/postgres/read-models.ts'
import { documentRoute } from '../document-route.ts'
import { EXAMPLE_GAMMA } from '../examples.ts'

export const signalsGammaRoutes = [
  documentRoute({
    path: '/api/v1/signals/gamma',
    class: 'public',
    tag: 'signals',
    summary: 'The gamma exposure profile of the newest SPY chain',
    description:
      'Call wall (resistance), put wall (support), zero gamma, max pain, expected move, exposure per strike, per ' +
      'expiration and over a grid of spots, as the signals stage wrote it for the newest report cycle. Dealers are ' +
      'assumed long the calls and short the puts customers hold; nobody publishes what they really hold.',
    response: GammaDocument,
    responseDescription: 'The profile, or the same fields empty with a reason',
    example: EXAMPLE_GAMMA,
    topics: ['signals'],
    async load({ reader }) {
      const model = await reader.read((sql) => readModel(sql, 'signals/gamma'))
      if (!model) return { value: emptyGamma('no snapshot has been computed yet') }
      return { text: model.body, traceparent: model.traceparent }
    },
    empty: (reason) => emptyGamma(reason),
  }),
]
