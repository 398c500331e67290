import { Velocity } from '../../shared/domain/contract/velocity.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

const empty = (reason: string): Velocity => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  window: 252,
  n: 0,
  fastest: [],
  sentence: 'Nothing is known.',
  signals: [],
  reason,
})

export const signalsVelocityRoutes = [
  cycleRoute({
    path: '/api/v1/signals/velocity',
    tag: 'signals',
    summary: 'How fast each signal moves, in units of its own history',
    description:
      'The change of each signal over one and five sessions (weeks for surveys and positioning), divided by the standard ' +
      'deviation of its own last 252 such changes (156 for weekly ones), with the percentile of its size, and the ' +
      'effect of the change on health by the curve of the score. A quote of the current day counts as its value.',
    document: 'signals/velocity',
    response: Velocity,
    responseDescription: 'The signals, or the reason why there are none',
    example: readExample(import.meta.url, './velocity-example.json'),
    empty,
  }),
]
