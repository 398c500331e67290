import { Cascade } from '../../shared/domain/contract/cascade.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

const empty = (reason: string): Cascade => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  stage: 'insufficient_data',
  reached: null,
  n: 0,
  n_strained: 0,
  n_stressed: 0,
  order: [],
  sentence: 'Nothing is known.',
  sessions_looked_at: 0,
  reason,
  layers: [],
})

export const signalsCascadeRoutes = [
  cycleRoute({
    path: '/api/v1/signals/cascade',
    tag: 'signals',
    summary: 'How far stress has spread',
    description:
      'Volatility, credit, breadth, dealer gamma and macro: the band of each layer, the close at which it changed, and ' +
      'the number of strained layers. A state, not a forecast.',
    document: 'signals/cascade',
    response: Cascade,
    responseDescription: 'The layers, or the reason why there are none',
    example: readExample(import.meta.url, './cascade-example.json'),
    empty,
  }),
]
