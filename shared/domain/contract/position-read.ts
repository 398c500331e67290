import { z } from 'zod'
import { AlertName, Severity } from './alert.ts'
import { Regime } from './signals.ts'

/** Categories that move a position, in the order of the served list. */
export const CATEGORIES = ['index', 'sector', 'volatility', 'credit', 'rates', 'oil', 'dollar'] as const
export const Category = z.enum(CATEGORIES)
export type Category = z.infer<typeof Category>

export const POSITION_SIDES = ['long', 'short'] as const
export type PositionSide = (typeof POSITION_SIDES)[number]
export const OPTION_TYPES = ['call', 'put'] as const
export type OptionType = (typeof OPTION_TYPES)[number]

const Effect = z
  .enum(['against', 'for', 'unclear'])
  .describe('against: it works against the position; for: it helps the position; unclear: it can help or hurt')
export type Effect = z.infer<typeof Effect>

export const RelevantAlert = z
  .object({
    alert_id: AlertName.describe('the kind: a built-in one, or CUSTOM_ and the id of a custom alert'),
    custom_name: z
      .string()
      .nullable()
      .describe('the name that an admin gave to a custom alert; null for a built-in kind'),
    severity: Severity.describe('critical, warning or info'),
    category: Category.nullable().describe('category that it concerns; null: the quality of the data as a whole'),
    effect: Effect,
    message: z.string().describe('the value and the level at which it fired, and what clears it'),
    fired_at: z.iso.datetime({ offset: true }).describe('cutoff of the evaluation that fired it, Eastern offset'),
    input_missing: z.string().nullable().describe('why it cannot be evaluated now; null while it can be'),
    reason: z.string().describe('why it matters to this position'),
  })
  .meta({ id: 'RelevantAlert', description: 'An active alert that matters to a position, and why' })
export type RelevantAlert = z.infer<typeof RelevantAlert>

export const Implication = z
  .object({
    category: Category.describe('what the reading is about'),
    signal: z.string().describe('key of the signal, as in signals/latest; sector_breadth for the sector'),
    level: z.string().describe('favorable, leaning, neutral, caution or adverse for the whole market'),
    value: z.string().describe('the reading with its unit'),
    effect: Effect,
    reason: z.string().describe('why it matters to this position'),
  })
  .meta({ id: 'PositionImplication', description: 'A reading of the market state that matters to a position, and why' })
export type Implication = z.infer<typeof Implication>

export const PositionRead = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    symbol: z.string().describe('the underlying'),
    name: z.string().nullable().describe('its name; null if the list lacks it'),
    kind: z.enum(['stock', 'etf', 'index']).nullable().describe('null while the list of symbols cannot be read'),
    sector: z.string().nullable().describe('GICS sector of a stock or sector fund; null otherwise'),
    side: z.enum(POSITION_SIDES).describe('long or short the instrument itself'),
    type: z.enum(OPTION_TYPES).nullable().describe('call or put; null for a stock or fund'),
    as_of: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('cutoff of the snapshot that was read, Eastern offset; null before the first'),
    regime: Regime.nullable().describe('market regime; null if unknown'),
    exposures: z
      .array(
        z.object({
          category: Category.describe('what moves the position'),
          gains_when: z
            .enum(['rises', 'falls', 'unclear'])
            .describe(
              'the move of the category that helps this position; unclear where its parts gain from opposite moves',
            ),
          reason: z.string().describe('the rule that it follows from'),
        }),
      )
      .describe('categories of the market that this position depends on'),
    alerts: z.array(RelevantAlert).describe('active alerts that matter, worst first'),
    implications: z.array(Implication).describe('readings that matter; ordinary readings are left out'),
    against: z.int().describe('alerts and readings that work against the position'),
    for: z.int().describe('alerts and readings that help the position'),
    unclear: z.int().describe('alerts and readings that can help or hurt'),
    summary: z.string().describe('the counts as one sentence; a description of the market state, never advice'),
    missing: z.array(z.string()).describe('what could not be read and so is not judged'),
    reason: z.string().nullable().describe('why nothing is listed; null otherwise'),
  })
  .meta({ id: 'PositionRead', description: 'What of the market state matters to one position' })
export type PositionRead = z.infer<typeof PositionRead>
