import { z } from 'zod'
import { panelHead, share } from './panel.ts'

const outcome = (words: string, sessions: number) =>
  z
    .object({
      n: z.int().describe('cases that lie at least that many sessions in the past'),
      n_effective: z.int().describe(`clusters of dates: names on dates within ${sessions} sessions count once`),
      share_up: share('share that closed higher'),
      low: share('lower bound of that share, 95 %, by n_effective'),
      high: share('upper bound of that share, 95 %, by n_effective'),
      median: share('median change'),
    })
    .describe(words)

const horizon = (sessions: number) =>
  z
    .object({
      same_state: outcome('outcomes of the cases in the same state', sessions),
      base_rate: outcome('all names and dates of the sector', sessions),
      difference: share('share up less that of the base rate'),
      verdict: z.string().describe('whether the difference is more than chance'),
    })
    .describe(`what followed within ${sessions} sessions`)

export const AnalogsPanel = z
  .object({
    ...panelHead,
    state: z
      .object({
        trend: z.enum(['above', 'below']).describe('close against its 50-day average'),
        momentum: z.enum(['low', 'middle', 'high']).describe('21-session change among the sector’s, in thirds'),
        drawdown: z.enum(['shallow', 'middle', 'deep']).describe('distance from the highest close: 5 %, 15 %'),
        volatility: z.enum(['low', 'middle', 'high']).describe('21-session volatility among the sector’s, in thirds'),
      })
      .nullable()
      .describe('today’s state; null with a reason'),
    day: z.iso.date().nullable().describe('session of the state'),
    universe: z.string().describe('names and dates that were searched'),
    cases: z
      .array(
        z
          .object({
            ticker: z.string().describe('ticker of the case'),
            day: z.iso.date().describe('first session of its stay in the state'),
            after_5: share('change over the 5 sessions after'),
            after_21: share('change over the 21 sessions after'),
          })
          .meta({ id: 'Analog', description: 'A name and a date in the same state' }),
      )
      .describe('newest first, at most 30'),
    n: z.int().describe('all names and dates found'),
    n_effective: z.int().describe('clusters of their dates, of 21 sessions each'),
    after_5: horizon(5).nullable().describe('what followed within 5 sessions; null without a case'),
    after_21: horizon(21).nullable().describe('what followed within 21 sessions; null without a case'),
  })
  .meta({ id: 'CompanyAnalogs', description: 'Names and dates in the same state and what followed' })
export type AnalogsPanel = z.infer<typeof AnalogsPanel>
