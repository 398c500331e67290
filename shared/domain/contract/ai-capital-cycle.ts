import { z } from 'zod'

export const AI_RULES_VERSION = '2026.11-1'
const AI_PHASES = ['expansion', 'narrowing', 'contraction', 'repair'] as const

const strength = (sessions: number) =>
  z
    .number()
    .nullable()
    .describe(`change over ${sessions} sessions minus that of SPY, percentage points; null without enough history`)

export const AiCapitalCycle = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().describe('version of the basket and the rules'),
    day: z.iso.date().nullable().describe('session of the newest closes; null without a reading'),
    age_sessions: z.int().nullable().describe('sessions since `day`; null without a reading'),
    phase: z
      .enum(AI_PHASES)
      .nullable()
      .describe(
        'ahead of SPY over 60 sessions: expansion, or narrowing if fewer than 60 % of names are above their 50-day ' +
          'average; behind SPY: repair, or contraction if fewer than 40 % are; null with a reason',
      ),
    sentence: z.string().describe('the phase in one sentence; a state, not a forecast'),
    strength: z
      .object({
        sessions_20: strength(20),
        sessions_60: strength(60),
        sessions_120: strength(120),
        percentile_60: z
          .number()
          .min(0)
          .max(100)
          .nullable()
          .describe('percentile of the 60-session figure in its own history'),
        n: z.int().describe('number of 60-session figures in the ranking'),
      })
      .nullable()
      .describe('the basket, brought back to equal parts at each close, against SPY'),
    breadth: z
      .object({
        above_50d_percent: z.number().nullable().describe('names above their own 50-day average, percent'),
        above_200d_percent: z.number().nullable().describe('names above their own 200-day average, percent'),
        counted_50d: z.int().describe('names with at least 50 closes'),
        counted_200d: z.int().describe('names with at least 200 closes'),
      })
      .nullable()
      .describe('how many names take part'),
    volatility: z
      .object({
        annualised_percent: z
          .number()
          .describe('standard deviation of 20 daily changes of the basket, annualised, percent'),
        ratio_to_spy: z.number().nullable().describe('the same figure divided by that of SPY'),
        percentile: z.number().min(0).max(100).nullable().describe('percentile in its own history'),
        n: z.int().describe('number of values in the ranking'),
      })
      .nullable()
      .describe('how volatile the basket is'),
    concentration: z
      .object({
        top_3_percent: z
          .number()
          .nullable()
          .describe('share of the three largest gainers in all gains over 60 sessions'),
        top_3: z.array(z.string()).describe('symbols of the three largest gainers'),
        names_gaining: z.int().describe('names that gained over 60 sessions'),
      })
      .nullable()
      .describe('how concentrated the gains are'),
    layers: z
      .array(
        z.object({
          layer: z.string().describe('part of the supply chain'),
          strength_60: strength(60),
          n: z.int().describe('names with closes of that day'),
          of: z.int().describe('number of names in the layer'),
        }),
      )
      .describe('strength by layer of the supply chain'),
    basket: z
      .array(
        z.object({
          symbol: z.string().describe('ticker'),
          layer: z.string().describe('part of the supply chain'),
          since: z.iso.date().describe('the name counts from this day on, so that none is added with hindsight'),
          change_60_percent: z
            .number()
            .nullable()
            .describe('its change over 60 sessions, percent; null without closes'),
        }),
      )
      .describe('the names of the basket'),
    n: z.int().describe('names with closes of that day'),
    source: z.string().describe('source of the closes'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
  })
  .meta({
    id: 'AiCapitalCycle',
    description: 'The AI investment trade: strength, breadth, volatility and concentration',
  })
export type AiCapitalCycle = z.infer<typeof AiCapitalCycle>

/** Companies that are paid for AI capacity (chips, equipment, networks), pay for it (clouds) or power it. */
export const AI_BASKET = [
  { symbol: 'NVDA', layer: 'chips', since: '2024-01-02' },
  { symbol: 'AVGO', layer: 'chips', since: '2024-01-02' },
  { symbol: 'AMD', layer: 'chips', since: '2024-01-02' },
  { symbol: 'MU', layer: 'chips', since: '2024-01-02' },
  { symbol: 'AMAT', layer: 'chip equipment', since: '2024-01-02' },
  { symbol: 'LRCX', layer: 'chip equipment', since: '2024-01-02' },
  { symbol: 'KLAC', layer: 'chip equipment', since: '2024-01-02' },
  { symbol: 'ANET', layer: 'networks and servers', since: '2024-01-02' },
  { symbol: 'SMCI', layer: 'networks and servers', since: '2024-03-18' },
  { symbol: 'DELL', layer: 'networks and servers', since: '2024-09-23' },
  { symbol: 'MSFT', layer: 'clouds', since: '2024-01-02' },
  { symbol: 'AMZN', layer: 'clouds', since: '2024-01-02' },
  { symbol: 'GOOGL', layer: 'clouds', since: '2024-01-02' },
  { symbol: 'META', layer: 'clouds', since: '2024-01-02' },
  { symbol: 'ORCL', layer: 'clouds', since: '2024-01-02' },
  { symbol: 'ETN', layer: 'power', since: '2024-01-02' },
  { symbol: 'GEV', layer: 'power', since: '2024-04-02' },
  { symbol: 'VST', layer: 'power', since: '2024-05-08' },
] as const
