import { z } from 'zod'
import { TRACK_RECORD_KEY, TrackRecord } from '../../shared/domain/contract/alert-track-record.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, DAY_MS } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { knownNow, readNow } from '../database/service-time.ts'
import { queryInteger } from '../http/parameters.ts'
import { readExample } from '../openapi/read-example.ts'
import {
  ActiveAnswer,
  AlertHistoryAnswer,
  alertOf,
  EXAMPLE_ALERTS,
  EXAMPLE_CRITICAL,
  EXAMPLE_RESOLVED,
  EXAMPLE_WARNING,
  emptyReason,
  NOTHING_EVALUATED,
  SummaryAnswer,
  summaryOf,
  TodayAnswer,
  throughOf,
  UNKNOWN_SUMMARY,
} from './alert-documents.ts'
import { activeAlerts, alertsFiredBetween, alertsFiredSince, countCleared, watchState } from './alerts-view.ts'

const EXAMPLE_TRACK_RECORD = readExample<TrackRecord>(import.meta.url, './track-record-example.json')
const NO_RECORD = 'no session has ended since the service began, so no history has been replayed yet'
const THROUGH = '2026-11-20T10:30:11-05:00'

const emptyRecord = (reason: string): z.infer<typeof TrackRecord> => ({
  rules_version: null,
  as_of: null,
  from: null,
  to: null,
  sessions: 0,
  episodes_min: EXAMPLE_TRACK_RECORD.episodes_min,
  alerts: [],
  reason,
})

export const alertsRoutes = [
  documentRoute({
    path: '/api/v1/alerts/active',
    class: 'public',
    tag: 'alerts',
    summary: 'Active alerts',
    description:
      'Alerts that have fired and not cleared, worst first. An alert whose input is missing, stale or a stand-in is ' +
      'held, and `input_missing` gives the reason; `held` lists every kind that cannot be evaluated now, fired or not.',
    response: ActiveAnswer,
    responseDescription: 'Active alerts with their summary',
    example: {
      alerts: EXAMPLE_ALERTS,
      summary: summaryOf(EXAMPLE_ALERTS),
      resolved_24h: 1,
      evaluated_through: THROUGH,
      held: [{ alert_id: 'HY_OAS_WIDENING', input_missing: EXAMPLE_WARNING.input_missing! }],
    },
    topics: ['alerts'],
    async load(context) {
      const now = await readNow(context)
      const [rows, resolved, watch] = await context.reader.read((sql) =>
        Promise.all([
          activeAlerts(sql),
          countCleared(sql, { from: new Date(now.getTime() - DAY_MS), to: now }),
          watchState(sql),
        ]),
      )
      return {
        value: {
          alerts: rows.map(alertOf),
          summary: summaryOf(rows),
          resolved_24h: resolved,
          evaluated_through: throughOf(watch),
          held: watch.held,
          reason: emptyReason(rows, watch, 'no alert is active'),
        },
      }
    },
    empty: (reason) => ({
      alerts: [],
      summary: UNKNOWN_SUMMARY,
      resolved_24h: null,
      evaluated_through: null,
      held: [],
      reason,
    }),
  }),
  documentRoute({
    path: '/api/v1/alerts/today',
    class: 'public',
    tag: 'alerts',
    summary: 'Alerts fired today',
    description: 'All alerts fired on the current Eastern calendar day, active and resolved, worst first.',
    response: TodayAnswer,
    responseDescription: 'Alerts of the day',
    example: { date: '2026-11-20', active_count: 1, highest_severity: 'critical', alerts: [EXAMPLE_CRITICAL] },
    topics: ['alerts'],
    async load(context) {
      const { day } = eastern(await readNow(context))
      const bounds = { from: instantAt(day, '00:00'), to: instantAt(addDays(day, 1), '00:00') }
      const [rows, watch] = await context.reader.read((sql) =>
        Promise.all([alertsFiredBetween(sql, bounds), watchState(sql)]),
      )
      return {
        value: {
          date: day,
          active_count: rows.filter(({ state }) => state === 'active').length,
          highest_severity: summaryOf(rows).highest_severity,
          alerts: rows.map(alertOf),
          reason: emptyReason(rows, watch, 'no alert has fired today'),
        },
      }
    },
    empty: (reason, context) => {
      const now = knownNow(context)
      return { date: now && eastern(now).day, active_count: null, highest_severity: null, alerts: [], reason }
    },
  }),
  documentRoute({
    path: '/api/v1/alerts/history',
    class: 'public',
    tag: 'alerts',
    summary: 'Alerts of the last days',
    description:
      'Alerts fired on the last `days` Eastern calendar days, today included, newest first. Alerts of origin backfill ' +
      'were fired by the same rules over past closes when the service began.',
    query: z.object({ days: queryInteger({ min: 1, max: 365, default: 30 }, 'Eastern calendar days, today included') }),
    response: AlertHistoryAnswer,
    responseDescription: 'Alerts, newest first',
    example: { days: 30, alerts: [...EXAMPLE_ALERTS, EXAMPLE_RESOLVED] },
    topics: ['alerts'],
    async load(context, { query: { days } }) {
      const { day } = eastern(await readNow(context))
      const from = instantAt(addDays(day, 1 - days), '00:00')
      const [rows, watch] = await context.reader.read((sql) =>
        Promise.all([alertsFiredSince(sql, from), watchState(sql)]),
      )
      const reason = emptyReason(rows, watch, 'no alert has fired on these days')
      return { value: { days, alerts: rows.map(alertOf), reason } }
    },
    empty: (reason, _context, { query: { days } }) => ({ days, alerts: [], reason }),
  }),
  documentRoute({
    path: '/api/v1/alerts/summary',
    class: 'public',
    tag: 'alerts',
    summary: 'Active alerts by severity',
    description:
      'Counts of the active alerts. Without any, `highest_severity` is `none`, which is calm only where `held` is 0: a kind ' +
      'without its inputs neither fires nor clears.',
    response: SummaryAnswer,
    responseDescription: 'The counts',
    example: { ...summaryOf(EXAMPLE_ALERTS), evaluated_through: THROUGH, held: 1 },
    topics: ['alerts'],
    async load({ reader }) {
      const [rows, watch] = await reader.read((sql) => Promise.all([activeAlerts(sql), watchState(sql)]))
      const reason = watch.evaluatedThrough === null ? NOTHING_EVALUATED : undefined
      return { value: { ...summaryOf(rows), evaluated_through: throughOf(watch), held: watch.held.length, reason } }
    },
    empty: (reason) => ({ ...UNKNOWN_SUMMARY, evaluated_through: null, held: null, reason }),
  }),
  documentRoute({
    path: '/api/v1/alerts/track-record',
    class: 'public',
    tag: 'alerts',
    summary: 'The track record of each alert kind',
    description:
      'The live rules applied to daily history of up to ten years: episodes of each kind, their length, and the return ' +
      'of SPY over the next 5, 10 and 20 sessions beside its base rate. Written after each session.',
    response: TrackRecord,
    responseDescription: 'The record of every kind',
    example: EXAMPLE_TRACK_RECORD,
    topics: ['alerts'],
    async load({ reader }) {
      const model = await reader.read((sql) => readModel(sql, TRACK_RECORD_KEY))
      return model ? { text: model.body, traceparent: model.traceparent } : { value: emptyRecord(NO_RECORD) }
    },
    empty: emptyRecord,
  }),
]
