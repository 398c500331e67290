import { z } from 'zod'
import type { TradingDay } from '../../time/trading-day.ts'
import { Followed } from './base-rates.ts'
import type { DailyMetric } from './metrics.ts'

const CONDITIONS_MAX = 8
const HORIZON_MAX = 60
export const DATES_MAX = 250

const OPS = ['>=', '>', '<=', '<'] as const
const NAME_CHARS_MAX = 60
const CONDITIONS_RULE = `must be 1 to ${CONDITIONS_MAX} conditions, each {metric, op, value}`
const METRIC_RULE = 'must name metrics of the catalogue, see details.metrics'
const OP_RULE = 'must be >=, >, <= or <'
const VALUE_RULE = 'must be a finite number'
const HORIZON_RULE = `must be a whole number from 1 to ${HORIZON_MAX}`
const DRAWDOWN_RULE = 'must be a number from 0.5 to 50'

export const Condition = z
  .strictObject(
    {
      metric: z
        .string(METRIC_RULE)
        .min(1, METRIC_RULE)
        .max(NAME_CHARS_MAX, METRIC_RULE)
        .describe('name or alias of the metric catalogue, such as vix_close'),
      op: z.enum(OPS, OP_RULE).describe('how the reading is compared with value'),
      value: z.number(VALUE_RULE).describe('in the unit of the metric'),
    },
    CONDITIONS_RULE,
  )
  .meta({ id: 'Condition', description: 'One comparison that a session must satisfy' })
export type Condition = z.infer<typeof Condition>

export const ConditionBody = z
  .strictObject({
    conditions: z
      .array(Condition, CONDITIONS_RULE)
      .min(1, CONDITIONS_RULE)
      .max(CONDITIONS_MAX, CONDITIONS_RULE)
      .describe('all of them must hold'),
    horizon: z.int(HORIZON_RULE).min(1, HORIZON_RULE).max(HORIZON_MAX, HORIZON_RULE).default(20).describe('sessions'),
    drawdown_pct: z
      .number(DRAWDOWN_RULE)
      .min(0.5, DRAWDOWN_RULE)
      .max(50, DRAWDOWN_RULE)
      .default(4)
      .describe('size of the fall to count, percent'),
  })
  .meta({ id: 'ConditionBody', description: 'Conditions on the state of the market, and the horizon to examine' })
export type ConditionBody = z.output<typeof ConditionBody>

/** Metrics that the engine computes itself: their past is in the daily rows, not in a series. */
export const ENGINE_METRICS = [
  'health_score',
  'score_low',
  'score_high',
  'live_points',
] as const satisfies DailyMetric[]

export interface EngineMetricHistory {
  metric: (typeof ENGINE_METRICS)[number]
  byDay: ReadonlyMap<TradingDay, number>
}

/** Values of each session by metric name, as known that evening. The document is stored, but no route serves it. */
export const SessionTable = z.object({
  rules_version: z.string(),
  as_of: z.string(),
  days: z.array(z.string()),
  /** Null on a session without a close of SPY. */
  closes: z.array(z.number().nullable()),
  metrics: z.record(z.string(), z.object({ series: z.string(), values: z.array(z.number().nullable()) })),
})
export type SessionTable = z.infer<typeof SessionTable>

export const ConditionAnswer = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules; null without any history'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('evening it is computed as of, Eastern offset'),
    conditions: z
      .array(
        z.object({
          metric: z.string().describe('name in the catalogue'),
          series: z.string().nullable().describe('series it is read from; null if nothing is known of it'),
          op: z.enum(OPS).describe('how the reading is compared'),
          value: z.number().describe('value it is compared with'),
          sessions: z.int().describe('sessions with a reading'),
          now: z.number().nullable().describe('newest reading; null without one'),
          holds_now: z.boolean().nullable().describe('whether the condition holds for it; null without one'),
        }),
      )
      .describe('the conditions of the request, as understood'),
    horizon: z.int().describe('sessions examined after each match'),
    drawdown_pct: z.number().describe('size of the fall that counts, percent'),
    from: z.iso.date().nullable().describe('first session with a reading of every metric'),
    to: z.iso.date().nullable().describe('last such session'),
    sessions: z.int().describe('sessions with a reading of every metric'),
    matching: z.int().describe('number of those on which every condition holds'),
    holds_now: z.boolean().nullable().describe('whether all hold on the newest session; null if it lacks a reading'),
    when: Followed.nullable().describe('what followed the matching sessions'),
    unconditional: Followed.nullable().describe('what followed every session with a reading of every metric'),
    statement: z.string().nullable().describe('the comparison in words with its sample sizes; not a forecast'),
    dates: z.array(z.iso.date()).describe(`matching sessions, newest first, at most ${DATES_MAX}`),
    reason: z.string().nullable().describe('why there is nothing to compare; null if there is'),
  })
  .meta({
    id: 'ConditionAnswer',
    description: "What followed sessions that match the caller's conditions, compared with all sessions",
  })
export type ConditionAnswer = z.infer<typeof ConditionAnswer>
