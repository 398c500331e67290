import { z } from 'zod'
import { RiskBand } from './drawdown-risk.ts'
import { LevelKind, RiskDirection } from './tripwire.ts'

const share = z.number().min(0).max(1).nullable()
const instant = z.iso.datetime({ offset: true })

export const WatchLine = z
  .object({
    text: z.string().describe('the line and the present value in words'),
    level: z.number().describe('value at which it is crossed, in its own unit'),
    level_kind: LevelKind.describe('quantity of the level; spy_price marks a price of SPY'),
    risk: RiskDirection.describe('direction of risk when it is crossed; never a direction of the market'),
    observed_at: instant
      .optional()
      .describe('when value and level were observed, Eastern offset; absent from verdicts of earlier versions'),
  })
  .meta({ id: 'WatchLine', description: 'A live tripwire that would change the read' })

const WhatsHappening = z.object({
  text: z.string().describe('narrative of the state'),
  writer: z
    .enum(['llm', 'deterministic'])
    .describe('llm: a render of the LLM that passed its checks; deterministic: fixed wording'),
  written_at: instant.describe('when it was written, Eastern offset'),
  simulated: z.boolean().optional().describe('true where the simulator’s analyst wrote it; absent otherwise'),
})

const parts = {
  risk: z
    .object({
      band: RiskBand.nullable().describe('low, elevated or high: the band of the validated statement on falls'),
      rate: share.describe(
        'share of past sessions, scaled to the VIX of the evening, followed by a fall of 4 % in 20 sessions',
      ),
      base_rate: share.describe('the same share of all sessions'),
      sentence: z.string().describe('the statement in words'),
      trend: z
        .enum(['worsening', 'easing', 'steady'])
        .nullable()
        .describe('the stated rate against five sessions ago; for display, never graded'),
    })
    .describe('the validated statement on falls, passed through'),
  magnitude: z
    .object({
      class: z
        .enum(['small', 'normal', 'big'])
        .nullable()
        .describe('likeliest third of the next session’s absolute move; see `about_as_likely`'),
      p_small: share.describe('probability of the lowest third of the last 252 moves'),
      p_normal: share.describe('probability of the middle third'),
      p_big: share.describe('probability of the highest third'),
      calibrated: z.boolean().describe('false until the forward grade confirms the probabilities'),
      n: z.int().describe('past sessions with a known next move'),
      reason: z.string().nullable().describe('why it is not stated; null otherwise'),
      about_as_likely: z
        .array(z.enum(['small', 'normal', 'big']))
        .optional()
        .describe('other sizes within a standard error of the likeliest; absent in verdicts of earlier versions'),
      normal_from_pct: z
        .number()
        .nullable()
        .optional()
        .describe('absolute move from which on a session is normal, percent; a smaller one is small'),
      big_from_pct: z.number().nullable().optional().describe('absolute move from which on a session is big, percent'),
      session: z.iso
        .date()
        .optional()
        .describe('session whose move is stated, from the close before it; absent in verdicts of earlier versions'),
      sentence: z.string().optional().describe('the likeliest size, or those that tie, in words with their percents'),
    })
    .describe('expected size of the next move, in either direction'),
  regime: z
    .object({
      label: z.string().nullable().describe('market regime as confirmed by closes'),
      days: z.int().describe('sessions in this regime, the present one included'),
      sentence: z.string().describe('the state in a sentence'),
    })
    .describe('the regime backdrop'),
  downturn_read: z
    .object({
      label: z.enum(['quiet', 'tightening', 'deteriorating']).nullable().describe('the risk band under another name'),
      graded: z.literal(false).describe('false: it is never graded'),
    })
    .describe('the risk band relabelled'),
  what_flips_it: z.array(WatchLine).max(3).describe('at most three live lines, the nearest first'),
  whats_happening: WhatsHappening.describe('the narrative, with its writer'),
  likelihood: z
    .object({
      sessions: z.int().describe('horizon in sessions'),
      n: z.int().describe('past sessions nearest to this state'),
      effective_n: z.int().describe('number of those whose horizons do not overlap'),
      rate: share.describe('share of them followed by a fall of 4 % or more'),
      base_rate: share.describe('the same share of all sessions'),
      base_n: z.int().describe('sessions of the base rate'),
      median_return_pct: z.number().nullable().describe('median return of the nearest sessions, percent'),
      sentence: z.string().describe('the framing in words'),
    })
    .describe('base rates of the nearest past sessions'),
  uncertainty_note: z.string().describe('data-quality caveats and a fixed last sentence'),
}

export const AiVerdict = z.object(parts).meta({ id: 'AiVerdict', description: 'The deterministic verdict of AI-2' })
export type AiVerdict = z.infer<typeof AiVerdict>

const Call = z.object({
  label: z.enum(['up', 'down', 'sideways']).describe('direction of SPY over the horizon'),
  confidence: z.int().min(1).max(5).describe('1 to 5'),
})

export const TradeIdeaMeta = z
  .object({
    underlying: z.string().describe('ticker of the idea'),
    profit_direction: z.enum(['up', 'down']).describe('side on which the idea gains against SPY'),
    horizon: z.int().min(1).max(20).describe('sessions until it is graded'),
  })
  .meta({ id: 'TradeIdeaMeta', description: 'What decides whether an idea gained' })

export const LlmVerdict = z
  .object({
    ...parts,
    direction: z
      .object({
        '1d': Call.describe('1 session'),
        '3d': Call.describe('3 sessions'),
        '5d': Call.describe('5 sessions'),
      })
      .describe('direction over 1, 3 and 5 sessions'),
    trade_idea: z.string().optional().describe('an idea in words; absent without one'),
    trade_idea_meta: TradeIdeaMeta.optional().describe('present beside an idea'),
  })
  .meta({
    id: 'LlmVerdict',
    description: 'The verdict of the LLM: validated parts as they are, its own narrative and direction',
  })
export type LlmVerdict = z.infer<typeof LlmVerdict>
