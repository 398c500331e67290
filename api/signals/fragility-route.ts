import { z } from 'zod'
import { Fragility } from '../../shared/domain/contract/fragility.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { EXAMPLE_FRAGILITY } from '../openapi/examples.ts'

const { schema_version, rules_version, note, as_of } = Fragility.shape

const FragilityAnswer = Fragility.extend({
  schema_version,
  rules_version: rules_version.nullable(),
  note: note.nullable(),
  as_of: as_of
    .extend({
      age_seconds: z.int().min(0).describe('seconds since the cutoff when this was read; 0 with `as_of` in the query'),
    })
    .nullable()
    .describe('time and extent; null without a document'),
}).meta({ id: 'FragilityAnswer', description: 'Spec 2.21: a state, not a forecast of a drawdown' })
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
      'Where volatility, credit, breadth and dealer gamma sit in their own last 252 sessions, and how far each regime ' +
      'line is, either way. Score = 100 x (1 - mean percentile). A state, not a forecast of a drawdown; below three ' +
      'live pillars the rating is insufficient_data.',
    document: 'signals/fragility',
    response: FragilityAnswer,
    responseDescription: 'The pillars and the lines, or why there are none',
    example: EXAMPLE_FRAGILITY,
    empty: emptyFragility,
    refresh: ageNow,
  }),
]
