import { z } from 'zod'
import { InputReading } from './signals.ts'

const probability = (what: string) => z.number().min(0).max(1).describe(`probability of ${what}, 0 to 1`)
const percent = (what: string) => z.number().describe(`${what}, percent a year`)

const FedMeeting = z
  .object({
    meeting: z.iso.date().describe('day of the announcement'),
    hold: probability("today's target range after this meeting"),
    cut: probability("a range lower than today's"),
    hike: probability("a range higher than today's"),
    rate_before: percent('effective rate the contracts imply before the meeting'),
    rate_after: percent('effective rate they imply after the meeting'),
    change_bp: z.number().describe('change they imply for this meeting, basis points'),
    path_status: z
      .enum(['anchored', 'unanchored'])
      .describe(
        'anchored: a later month without a meeting fixes the rates; unanchored: none is known, so they are solved forwards and less certain',
      ),
    ranges: z
      .array(
        z.object({
          lower: percent('lower bound of the range'),
          upper: percent('upper bound'),
          probability: probability('this range after the meeting'),
        }),
      )
      .describe('every range with a non-zero probability, lowest first; the probabilities sum to 1'),
  })
  .meta({ id: 'FedMeeting', description: 'What the contracts imply for one meeting; hold + cut + hike = 1' })

const FedFuturePrice = z
  .object({
    month: z.string().describe('delivery month, <YYYY>-<MM>'),
    price: z.number().describe('price of the contract'),
    implied_rate: percent('100 minus the price: the expected average effective rate of the month'),
    known_at: z.iso.datetime({ offset: true }).describe('when the service knew it, Eastern offset'),
  })
  .meta({ id: 'FedFuturePrice', description: 'A fed-fund futures contract' })

export const FedWatch = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of its inputs; null without a document'),
    cycle_id: z.string().nullable().describe('the report cycle it belongs to; null without a document'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: there are no odds; `reason` states why'),
    reason: z.string().nullable().describe('why there are no odds; null if there are'),
    current_rate: InputReading.nullable().describe('the effective federal funds rate, percent; null when not known'),
    target_range: z
      .object({
        lower: percent('lower bound'),
        upper: percent('upper bound'),
        for: z.iso.date().describe('day it applies to'),
      })
      .nullable()
      .describe('the target range; null when not known'),
    range_lacks_decision: z.iso
      .date()
      .nullable()
      .optional()
      .describe(
        'a meeting whose decision is public and not in the target range yet; null if there is none, absent in ' +
          'documents of earlier rules',
      ),
    range_since_decision: z
      .object({ lower: percent('lower bound'), upper: percent('upper bound') })
      .nullable()
      .optional()
      .describe(
        'the range since that decision, as the contracts show it: hold, cut, hike and all ranges count from it; null ' +
          'if the published range has the decision, absent in documents of earlier rules',
      ),
    next_meeting: z.iso
      .date()
      .nullable()
      .describe('announcement day of the next meeting; null after the last known meeting'),
    hold: z.number().min(0).max(1).nullable().describe('next meeting: probability of no change; null without odds'),
    cut: z.number().min(0).max(1).nullable().describe('next meeting: probability of a cut; null without odds'),
    hike: z.number().min(0).max(1).nullable().describe('next meeting: probability of a hike; null without odds'),
    meetings: z.array(FedMeeting).describe('the whole path, next meeting first'),
    path_ends: z.string().nullable().describe('why the path ends where it ends; null without odds'),
    futures: z.array(FedFuturePrice).describe('contracts it was computed from, nearest first'),
    method: z.string().nullable().describe('how the odds are computed'),
    meetings_read_on: z.iso
      .date()
      .nullable()
      .describe('when the table of meetings was last compared with the published one'),
  })
  .meta({ id: 'FedWatch', description: 'Odds of the federal funds target range, from monthly futures' })
export type FedWatch = z.infer<typeof FedWatch>
