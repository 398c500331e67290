import { z } from 'zod'
import { Fragility } from '../../shared/domain/contract/fragility.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

const { schema_version, rules_version, note, as_of } = Fragility.shape

const FragilityAnswer = Fragility.extend({
  schema_version,
  rules_version: rules_version.nullable(),
  note: note.nullable(),
  as_of: as_of
    .extend({
      age_seconds: z.int().min(0).describe('seconds from the cutoff to this answer; 0 with `as_of` in the query'),
    })
    .nullable()
    .describe('time and extent; null without a document'),
}).meta({
  id: 'FragilityAnswer',
  description: 'How close the pillars are to their worst: a state, not a forecast of a drawdown',
})
type FragilityAnswer = z.infer<typeof FragilityAnswer>

const emptyFragility = (reason: string): FragilityAnswer => ({
  schema_version: '2026.11',
  rules_version: null,
  score: null,
  rating: 'insufficient_data',
  reason,
  note: null,
  pillars: [],
  boundaries: [],
  as_of: null,
})

function ageNow(stored: unknown, now: Date): FragilityAnswer {
  const document = FragilityAnswer.parse(stored)
  if (document.as_of === null) return document
  const ageMs = now.getTime() - Date.parse(document.as_of.updated_at)
  return { ...document, as_of: { ...document.as_of, age_seconds: Math.max(0, Math.floor(ageMs / 1_000)) } }
}

export const signalsFragilityRoutes = [
  cycleRoute({
    path: '/api/v1/signals/fragility',
    tag: 'signals',
    summary: 'How close the regime pillars are to their worst',
    description:
      'The percentile of volatility, credit, breadth and dealer gamma in their own last 252 sessions, and the distance ' +
      'to each regime threshold in both directions. Score = 100 x (1 - mean percentile). A state, not a forecast of a ' +
      'drawdown; below three live pillars the rating is insufficient_data.',
    document: 'signals/fragility',
    response: FragilityAnswer,
    responseDescription: 'The pillars and the thresholds, or the reason why there are none',
    example: readExample(import.meta.url, './fragility-example.json'),
    empty: emptyFragility,
    refresh: ageNow,
  }),
]
