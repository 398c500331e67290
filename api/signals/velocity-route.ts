import { Velocity } from '../../shared/domain/contract/velocity.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { EXAMPLE_VELOCITY } from '../openapi/examples.ts'

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
      'deviation of its own last 252 such changes (156 for weekly ones), with the percentile of its size, and what the ' +
      'change did to health by the curve of the score. Quotes of the day stand as the value of the day.',
    document: 'signals/velocity',
    response: Velocity,
    responseDescription: 'The signals, or why there are none',
    example: EXAMPLE_VELOCITY,
    empty,
  }),
]
