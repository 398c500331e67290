import { z } from 'zod'
import { AiVerdict, LlmVerdict, TradeIdeaMeta } from '../../shared/domain/contract/ai-verdict.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { readVerdict } from '../../shared/postgres/ai/ai-verdicts.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import type { HistoryCycle, HistoryRows } from './history-view.ts'
import { SCHEMA_VERSION } from './verdict-document.ts'

export const LIMIT_MAX = 200
const instant = z.iso.datetime({ offset: true })

const Grade = z.object({
  verdict: z
    .enum(['better', 'worse', 'equal', 'unknown', 'insufficient_data'])
    .describe('against what it must beat: the base rate, a third each, or a coin'),
  matured: z.int().describe('graded claims whose outcome is known'),
  reason: z.string().nullable().describe('what is missing for a verdict; null with one'),
})

const written = {
  written_at: instant.describe('when it was written, Eastern offset'),
  model: z.string().nullable().describe('the model that wrote it; null for fixed wording'),
  simulated: z.boolean().describe('true where the simulator’s analyst wrote it'),
}

const Cycle = z
  .object({
    cycle_id: z.string().describe('the slot, <YYYY-MM-DD>T<HH:MM> Eastern, or event/ and its instant'),
    scheduled_for: instant.describe('instant of the slot or event, Eastern offset'),
    as_of: instant.nullable().describe('instant up to which facts were read; null where nothing was written'),
    origin: z.enum(['scheduled', 'event', 'backfill']).describe('slot, event, or a slot of simulated months'),
    state: z
      .object({
        text: z.string().describe('the state in words'),
        writer: z.enum(['llm', 'deterministic']).describe('who wrote it'),
        ...written,
      })
      .nullable()
      .describe('what AI-1 described; the LLM’s text where it passed its checks'),
    verdict: AiVerdict.nullable().describe(
      'the deterministic verdict of AI-2; null where AI-2 did not run, or `reason` says what cannot be read',
    ),
    state_ref: z
      .string()
      .nullable()
      .describe('receipt of what was known when the verdict was written; null without a verdict and for back-fills'),
    llm: z
      .object({ verdict: LlmVerdict.describe('its verdict'), ...written })
      .nullable()
      .describe('the LLM’s verdict beside it; null without one'),
    trade_idea_meta: TradeIdeaMeta.optional().describe('present where the LLM gave an idea'),
    fallback: z
      .string()
      .nullable()
      .describe('why there is no text of the LLM; null where there is, or none is configured'),
  })
  .meta({ id: 'AiCycle', description: 'One AI cycle: what AI-1 described and what AI-2 judged' })

export const HistoryAnswer = z.object({
  schema_version: z.string().describe('version of the shape of this document'),
  limit: z.int().describe('the limit that was applied, at most 200'),
  count: z.int().describe('number of cycles below'),
  cycles_recorded: z.int().describe('cycles that live slots and events have written since tracking started'),
  cycles_backfilled: z.int().describe('cycles of simulated months, marked backfill and never part of the grades'),
  tracking_started: instant.nullable().describe('the first live cycle, Eastern offset; null before it'),
  cycles: z.array(Cycle).describe('newest first'),
  grades: z
    .object({
      risk_band: Grade.describe('risk bands against the base rate'),
      magnitude: Grade.describe('sizes of moves against a third each'),
      trade_idea: Grade.describe('ideas against a coin'),
    })
    .describe('how the claims came out, each against what it must beat'),
  twin: z
    .object({
      verdict: z
        .enum(['better', 'worse', 'equal', 'unknown', 'insufficient_data'])
        .describe('the LLM against its twin'),
      sentence: z.string().describe('the same in words'),
      n: z.int().describe('dates on which both were graded'),
      n_needed: z.int().nullable().describe('dates after which a difference of this size would be told from none'),
      date: z.iso.date().nullable().describe('date on which that many will have matured at this pace'),
    })
    .describe('the LLM’s sizes of moves against the deterministic ones of the same cycles'),
  reason: z
    .string()
    .nullable()
    .describe('why the list is empty or shorter than asked for, or how many verdicts it lacks; null otherwise'),
})
export type HistoryAnswer = z.infer<typeof HistoryAnswer>

const NOTHING_WRITTEN = 'No AI cycle has been written yet.'

export function historyDocument(rows: HistoryRows, { limit, isCut }: { limit: number; isCut: boolean }): HistoryAnswer {
  const { cycles, recorded, backfilled, since, grades } = rows
  const served = cycles.map((cycle) => cycleOf(cycle, rows))
  const reasons = [
    ...(isCut ? [`At most ${LIMIT_MAX} cycles are served, whatever limit is asked for.`] : []),
    ...(cycles.length === 0 ? [NOTHING_WRITTEN] : []),
    ...unreadWords(
      rows.verdicts.length - served.reduce((sum, { verdict, llm }) => sum + (verdict ? 1 : 0) + (llm ? 1 : 0), 0),
    ),
  ]
  return {
    schema_version: SCHEMA_VERSION,
    limit,
    count: cycles.length,
    cycles_recorded: recorded,
    cycles_backfilled: backfilled,
    tracking_started: since && easternIso(since),
    cycles: served,
    grades: grades.grades,
    twin: grades.twin,
    reason: reasons.length === 0 ? null : reasons.join(' '),
  }
}

/** A verdict stored in the form of another version must not make all others unreadable. */
const unreadWords = (count: number): string[] =>
  count <= 0
    ? []
    : [
        `${counted(count, 'verdict')} of these cycles ${count === 1 ? 'is' : 'are'} stored in a form that cannot be ` +
          'read.',
      ]

function cycleOf({ id, scheduledFor, origin }: HistoryCycle, { states, verdicts }: HistoryRows): z.infer<typeof Cycle> {
  const ofCycle = <R extends { cycleId: string; variant: string }>(all: readonly R[], variant: R['variant']) =>
    all.find((each) => each.cycleId === id && each.variant === variant)
  const state = ofCycle(states, 'llm') ?? ofCycle(states, 'deterministic')
  const [own, llm] = [ofCycle(verdicts, 'deterministic'), ofCycle(verdicts, 'llm')]
  const [ownVerdict, llmVerdict] = [own && readVerdict(own, AiVerdict), llm && readVerdict(llm, LlmVerdict)]
  const asOf = own?.asOf ?? state?.asOf ?? null
  return {
    cycle_id: id,
    scheduled_for: easternIso(scheduledFor),
    as_of: asOf && easternIso(asOf),
    origin,
    state: state
      ? { text: (JSON.parse(state.document) as { text: string }).text, writer: state.variant, ...byWhom(state) }
      : null,
    verdict: ownVerdict ?? null,
    state_ref: own?.stateRef ?? null,
    llm: llm && llmVerdict ? { verdict: llmVerdict, ...byWhom(llm) } : null,
    ...(llmVerdict?.trade_idea_meta ? { trade_idea_meta: llmVerdict.trade_idea_meta } : {}),
    fallback: own?.fallback ?? (llm ? null : (state?.fallback ?? null)),
  }
}

const byWhom = ({ writtenAt, model, simulated }: { writtenAt: Date; model: string | null; simulated: boolean }) => ({
  written_at: easternIso(writtenAt),
  model,
  simulated,
})

/** Empty lists with a reason, for before the store can be read. */
export const emptyHistory = (reason: string, limit: number): HistoryAnswer => {
  const nothing = { verdict: 'insufficient_data' as const, matured: 0, reason }
  return {
    schema_version: SCHEMA_VERSION,
    limit,
    count: 0,
    cycles_recorded: 0,
    cycles_backfilled: 0,
    tracking_started: null,
    cycles: [],
    grades: { risk_band: nothing, magnitude: nothing, trade_idea: nothing },
    twin: { verdict: 'insufficient_data', sentence: `Nothing is known: ${reason}`, n: 0, n_needed: null, date: null },
    reason,
  }
}
