import { z } from 'zod'
import { evaluateCustom } from '../../pipeline/alerts/index.ts'
import {
  type CustomAlert,
  definitionVersions,
  deleteCustomAlert,
  insertCustomAlert,
  listCustomAlerts,
  readCustomAlert,
  updateCustomAlert,
} from '../../shared/postgres/alerts/custom-alerts.ts'
import { evaluateCustomAlerts } from '../../shared/postgres/alerts/evaluate-custom.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { newestSnapshotKey } from '../../shared/postgres/signals/snapshots.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { jsonResponse } from '../cache/json-response.ts'
import { readNow } from '../database/service-time.ts'
import { refuse, refuseMissing } from '../http/errors.ts'
import { queryInteger } from '../http/parameters.ts'
import { handlerRoute } from '../http/route.ts'
import { Page } from '../trading/parameters.ts'
import { alertOf, EXAMPLE_WARNING } from './alert-documents.ts'
import { episodesOf } from './alerts-view.ts'
import {
  CreateAlertBody,
  CreatedAlert,
  CustomAlertDocument,
  customAlertDocument,
  DEFAULTS,
  EpisodeList,
  EXAMPLE_CUSTOM,
  settingsOf,
  UpdateAlertBody,
} from './custom-alert-documents.ts'
import { rehearseAlert } from './rehearse-alert.ts'
import { NO_CYCLE, TestResult, testCustomAlert } from './test-custom-alert.ts'

const PATH = '/api/v1/admin/alerts'
const ONE = `${PATH}/:config_id`
const ALERTS_MAX = 100

const idRule = 'must be the whole number of a custom alert'
const Params = z.object({
  config_id: z
    .string(idRule)
    .regex(/^[1-9]\d{0,8}$/, idRule)
    .transform(Number)
    .meta({ description: 'id of a custom alert', override: { type: 'integer', minimum: 1, example: 7 } }),
})
const dryRule = 'must be true or false'
const CreateQuery = z.object({
  dry_run: z
    .enum(['true', 'false'], dryRule)
    .default('false')
    .meta({ description: 'true: nothing is saved, and the answer is a rehearsal' }),
  days: queryInteger({ min: 1, max: 365, default: 90 }, 'Eastern calendar days of the rehearsal'),
})

const admin = { class: 'admin', tag: 'alerts' } as const
const AlertList = z.object({
  alerts: z.array(CustomAlertDocument).describe('oldest first'),
  count: z.int().describe('their number'),
})
const Evaluated = z.object({
  cycle_id: z.string().nullable().describe('the newest cycle; null without one'),
  run: z.int().nullable().describe('its run'),
  evaluated: z
    .int()
    .describe('enabled alerts that were judged; one that has counted this cutoff already stays as it is'),
  fired: z.int().describe('alerts that fired by this'),
  cleared: z.int().describe('alerts that cleared by this'),
  reason: z.string().nullable().describe('why nothing was judged; null otherwise'),
})

async function requireAlert(sql: Db, id: number): Promise<CustomAlert> {
  const alert = await readCustomAlert(sql, id)
  if (!alert) throw refuseMissing('There is no such alert rule.', 'GET /api/v1/admin/alerts lists the rules.')
  return alert
}

const EXAMPLE_EPISODE = {
  ...EXAMPLE_WARNING,
  alert_id: 'CUSTOM_7',
  custom: { config_id: 7, name: EXAMPLE_CUSTOM.name, version: 2, metric: EXAMPLE_CUSTOM.metric },
}
const exampleDefinition = () => {
  const { metric, comparison, fire_at, clear_at, hold_minutes, missing, severity } = EXAMPLE_CUSTOM
  return { metric, comparison, fire_at, clear_at, hold_minutes, missing, severity }
}

export const customAlertsRoutes = [
  handlerRoute({
    ...admin,
    method: 'GET',
    path: PATH,
    summary: 'All custom alerts',
    description: 'Alerts that admins defined over the metrics of metrics/latest, with their present state.',
    response: jsonResponse(AlertList, { alerts: [EXAMPLE_CUSTOM], count: 1 }, 'The custom alerts'),
    handle: async ({ reader }) => {
      const alerts = await reader.read((sql) => listCustomAlerts(sql))
      return { alerts: alerts.map(customAlertDocument), count: alerts.length }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: PATH,
    summary: 'Create a custom alert, or rehearse it',
    description:
      'It fires when the metric reaches fire_at and clears when it is back at clear_at, judged at every cycle by the ' +
      'rules of the built-in kinds, and is served, logged and delivered like them as CUSTOM_ and its id. With ' +
      'dry_run=true nothing is saved: the answer shows when the alert would have fired and cleared over stored ' +
      'cycles and, before them, daily closes, and how SPY moved afterwards compared with the base rate. At most ' +
      `${ALERTS_MAX} custom alerts may exist.`,
    errors: ['too_many_alerts'],
    query: CreateQuery,
    body: CreateAlertBody,
    bodyExample: {
      name: 'VIX above 28 for an hour',
      metric: 'vix',
      comparison: 'at_or_above',
      fire_at: 28,
      clear_at: 24,
      hold_minutes: 60,
      severity: 'critical',
    },
    response: {
      ...jsonResponse(CreatedAlert, { alert: EXAMPLE_CUSTOM, rehearsal: null }, 'The alert', 201),
      again: { status: 200, description: 'The rehearsal' },
    },
    async handle(context, { body, query: { dry_run, days } }, { reply }) {
      const settings = settingsOf(body, DEFAULTS)
      if (dry_run === 'true') {
        const now = await readNow(context)
        const rehearsal = await context.reader.read((sql) => rehearseAlert(sql, settings, { now, days }))
        return { alert: null, rehearsal }
      }
      const created = await context.trading.writeAlways(async (tx) => {
        const id = await insertCustomAlert(tx, settings, ALERTS_MAX)
        if (id === null) throw refuse('too_many_alerts')
        return await requireAlert(tx, id)
      })
      return reply.code(201).send({ alert: customAlertDocument(created), rehearsal: null })
    },
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: `${PATH}/evaluate`,
    rate: 'settings',
    summary: 'Judge all custom alerts now',
    description:
      'Judges the enabled alerts by the newest cycle, as its stage does after each cycle, so that a new alert need ' +
      'not wait for the next one. A cutoff counts once.',
    response: jsonResponse(
      Evaluated,
      { cycle_id: '2026-11-20T1030', run: 1, evaluated: 1, fired: 0, cleared: 0, reason: null },
      'What happened',
    ),
    handle: ({ trading }) =>
      trading.writeAlways(async (tx) => {
        const newest = await newestSnapshotKey(tx)
        if (!newest) return { cycle_id: null, run: null, evaluated: 0, fired: 0, cleared: 0, reason: NO_CYCLE }
        const done = await evaluateCustomAlerts(tx, evaluateCustom, newest)
        const reason = done.evaluated > 0 ? null : 'no alert is enabled, or the newest cycle is not a live one'
        return { cycle_id: newest.cycleId, run: newest.run, ...done, reason }
      }),
  }),
  handlerRoute({
    ...admin,
    method: 'PATCH',
    path: ONE,
    summary: 'Change a custom alert',
    description:
      'Fields that are left out keep their value. A changed definition is a new version: an active episode ends with ' +
      'that reason, and the alert is judged anew. Disabling ends an active episode too.',
    errors: ['not_found'],
    params: Params,
    body: UpdateAlertBody,
    bodyExample: { fire_at: 30, clear_at: 25 },
    response: jsonResponse(CustomAlertDocument, EXAMPLE_CUSTOM, 'The alert as it is now'),
    handle: async ({ trading }, { params: { config_id: id }, body }) =>
      customAlertDocument(
        await trading.writeAlways(async (tx) => {
          const before = await requireAlert(tx, id)
          await updateCustomAlert(tx, before, settingsOf(body, before))
          return await requireAlert(tx, id)
        }),
      ),
  }),
  handlerRoute({
    ...admin,
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a custom alert',
    description: 'An active episode ends with that reason; its episodes stay in the history of alerts.',
    errors: ['not_found'],
    params: Params,
    response: jsonResponse(CustomAlertDocument, EXAMPLE_CUSTOM, 'The alert as it was'),
    handle: async ({ trading }, { params: { config_id: id } }) =>
      customAlertDocument(
        await trading.writeAlways(async (tx) => {
          const alert = await requireAlert(tx, id)
          await deleteCustomAlert(tx, alert)
          return alert
        }),
      ),
  }),
  handlerRoute({
    ...admin,
    method: 'GET',
    path: `${ONE}/history`,
    summary: 'Episodes and definitions of a custom alert',
    description: 'Its episodes, newest first, and every definition it has had.',
    errors: ['not_found'],
    params: Params,
    query: Page,
    response: jsonResponse(
      EpisodeList,
      {
        config_id: 7,
        alerts: [EXAMPLE_EPISODE],
        total: 1,
        versions: [{ version: 2, changed_at: '2026-11-10T14:03:00-05:00', definition: exampleDefinition() }],
      },
      'A page of episodes',
    ),
    handle: ({ reader }, { params: { config_id: id }, query }) =>
      reader.read(async (sql) => {
        const { alertId } = await requireAlert(sql, id)
        const { episodes, total } = await episodesOf(sql, alertId, query)
        const versions = await definitionVersions(sql, id)
        return {
          config_id: id,
          alerts: episodes.map(alertOf),
          total,
          versions: versions.map(({ version, changedAt, definition }) => ({
            version,
            changed_at: easternExact(changedAt),
            definition: definition as z.output<typeof EpisodeList>['versions'][number]['definition'],
          })),
        }
      }),
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: `${ONE}/test`,
    summary: 'What a custom alert would do now',
    description: 'Judges the newest cycle without changing or logging anything, also for a disabled alert.',
    errors: ['not_found'],
    params: Params,
    response: jsonResponse(
      TestResult,
      {
        config_id: 7,
        as_of: '2026-11-20T10:30:00-05:00',
        value: 21.4,
        observed_at: '2026-11-20T10:15:00-05:00',
        condition: 'clears',
        would_fire: false,
        message: null,
        reason: null,
      },
      'What it would do',
    ),
    handle: ({ reader }, { params: { config_id: id } }) =>
      reader.read(async (sql) => testCustomAlert(sql, await requireAlert(sql, id))),
  }),
]
