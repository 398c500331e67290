import { Alignment } from '../../shared/domain/contract/alignment.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

const empty = (reason: string): Alignment => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  net: null,
  label: 'insufficient_data',
  reason,
  sentence: 'Nothing is known.',
  regime: null,
  n: 0,
  counts: { supportive: 0, neutral: 0, adverse: 0, no_data: 0 },
  firing: [],
  no_data: [],
  families: [],
})

export const signalsAlignmentRoutes = [
  cycleRoute({
    path: '/api/v1/signals/alignment',
    tag: 'signals',
    summary: 'Whether the signals agree',
    description:
      'The state of each signal by family, the signals that fire, those without data (which does not mean calm), and ' +
      'the net of all, weighted by their points of the score.',
    document: 'signals/alignment',
    response: Alignment,
    responseDescription: 'The families, or the reason why there are none',
    example: readExample(import.meta.url, './alignment-example.json'),
    empty,
  }),
]
