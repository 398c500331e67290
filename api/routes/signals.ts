import { readModel } from '../../shared/postgres/read-models.ts'
import { documentRoute } from '../document-route.ts'
import { emptySignals, SignalsLatest } from '../signals-document.ts'

export const NO_SNAPSHOT = 'no snapshot has been computed yet'

export const signalsRoutes = [
  documentRoute({
    path: '/api/v1/signals/latest',
    class: 'public',
    tag: 'signals',
    summary: 'The market state of the newest report cycle',
    description:
      'Regime, health score with its 13 components, trends, levels, gamma, breadth and correlations, as the signals ' +
      'stage wrote it. A block that has nothing to say is `not_ready` with its reason.',
    response: SignalsLatest,
    responseDescription: 'The snapshot, or the same fields empty with a reason',
    example: emptySignals(NO_SNAPSHOT),
    topics: ['signals'],
    async load({ reader }) {
      const model = await reader.read((sql) => readModel(sql, 'signals/latest'))
      return model ? { text: model.body } : { value: emptySignals(NO_SNAPSHOT) }
    },
    empty: (reason) => emptySignals(reason),
  }),
]
