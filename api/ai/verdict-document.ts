import { z } from 'zod'
import { composeVerdict, NO_EVENING, readInputsOf } from '../../pipeline/ai-read/index.ts'
import { AiVerdict } from '../../shared/domain/contract/ai-verdict.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import type { VerdictRows } from './verdict-view.ts'

export const SCHEMA_VERSION = '2026.11'

export const VerdictAnswer = z.object({
  schema_version: z.string().describe('version of the shape of this document'),
  as_of: z.iso
    .datetime({ offset: true })
    .nullable()
    .describe('instant up to which facts were read, Eastern offset; null without a verdict'),
  source: z
    .enum(['persisted', 'computed'])
    .nullable()
    .describe(
      'persisted: the newest one written on this Eastern date; computed: made for this answer; null without one',
    ),
  verdict: AiVerdict.nullable().describe('the deterministic verdict; null with a reason'),
  state_ref: z
    .string()
    .nullable()
    .describe('receipt of what was known when it was written, at /api/v1/receipts/{ref}; null for a computed one'),
  reason: z.string().nullable().describe('why there is no verdict; null otherwise'),
})
export type VerdictAnswer = z.infer<typeof VerdictAnswer>

export const noVerdict = (reason: string): VerdictAnswer => ({
  schema_version: SCHEMA_VERSION,
  as_of: null,
  source: null,
  verdict: null,
  state_ref: null,
  reason,
})

/** The verdict as stored or computed, with the LLM's narrative of the day in place of the fixed wording. */
export function verdictDocument({ persisted, facts, sizesConfirmed, render }: VerdictRows, now: Date): VerdictAnswer {
  const found = persisted
    ? { verdict: JSON.parse(persisted.document) as AiVerdict, asOf: persisted.asOf, source: 'persisted' as const }
    : computed({ facts, sizesConfirmed }, now)
  if (!found) return noVerdict(NO_EVENING)
  const { verdict, asOf, source } = found
  return {
    schema_version: SCHEMA_VERSION,
    as_of: easternIso(asOf),
    source,
    verdict: render ? { ...verdict, whats_happening: lent(render) } : verdict,
    state_ref: persisted?.stateRef ?? null,
    reason: null,
  }
}

function computed({ facts, sizesConfirmed }: Pick<VerdictRows, 'facts' | 'sizesConfirmed'>, now: Date) {
  const composed = facts && composeVerdict(readInputsOf(facts), now, sizesConfirmed)
  return composed && { verdict: composed.verdict as AiVerdict, asOf: now, source: 'computed' as const }
}

const lent = ({ text, writtenAt, simulated }: NonNullable<VerdictRows['render']>): AiVerdict['whats_happening'] => ({
  text,
  writer: 'llm',
  written_at: easternIso(writtenAt),
  ...(simulated ? { simulated } : {}),
})
