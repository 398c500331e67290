import { compareCondition, emptyComparison } from '../../pipeline/analogues/compare-condition.ts'
import { SESSIONS_KEY } from '../../shared/domain/contract/base-rates.ts'
import { ConditionAnswer, ConditionBody, SessionTable } from '../../shared/domain/contract/condition.ts'
import { errorKind } from '../../shared/errors.ts'
import { readModel, readModelVersion } from '../../shared/postgres/signals/read-models.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { outageReason } from '../database/outage-reason.ts'
import type { ApiContext } from '../http/context.ts'
import { refuseParameter } from '../http/errors.ts'
import { handlerRoute, type Route } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'
import { NOTHING_LEARNED } from './base-rate-documents.ts'
import { CATALOGUE, metricsNamed } from './metric-catalogue.ts'

const UNKNOWN_RULE = 'must name one metric or alias of details.metrics'

const definition = handlerRoute({
  method: 'POST',
  path: '/api/v1/signals/base-rates/compare',
  rate: 'costly',
  class: 'public',
  tag: 'signals',
  summary: 'Returns that followed a condition of your own',
  description:
    'Sessions on which every condition held, and the return of SPY after them, compared with its return after every ' +
    'session that has a reading of the same metrics. Readings are as known on each evening. Samples overlap; ' +
    '`effective_n` is their number without overlap. If you try many conditions, some will look good by luck.',
  body: ConditionBody,
  help: { conditions: { metrics: CATALOGUE }, 'conditions.metric': { metrics: CATALOGUE } },
  bodyExample: { conditions: [{ metric: 'vix_close', op: '>=', value: 25 }], horizon: 20, drawdown_pct: 4 },
  response: {
    status: 200,
    description: 'The comparison, or the reason why there is none',
    contentType: JSON_TYPE,
    schema: ConditionAnswer,
    headers: ['X-Stale', 'X-Reason'],
    example: readExample(import.meta.url, './base-rates-compare-example.json'),
  },
  handle: () => {},
})

interface SessionTableReader {
  /** The newest table; null before the first. Rejects with `unavailable` while Postgres cannot confirm its version. */
  read(): Promise<SessionTable | null>
  /** The last table that was read, however old. */
  last(): SessionTable | null
}

/** Keeps the newest table parsed: a request reads only its version, not half a megabyte. */
function sessionTableReader({ reader }: ApiContext): SessionTableReader {
  let held: { version: string; table: SessionTable } | null = null
  return {
    async read() {
      const version = await reader.read((sql) => readModelVersion(sql, SESSIONS_KEY))
      if (version === null) return null
      if (held?.version === version) return held.table
      const model = await reader.read((sql) => readModel(sql, SESSIONS_KEY))
      if (!model) return null
      const table = SessionTable.parse(JSON.parse(model.body))
      // Kept under the version read first, so that the next request rereads a table stored in between.
      held = { version, table }
      return table
    },
    last: () => held?.table ?? null,
  }
}

export const signalsBaseRatesCompareRoutes: readonly Route[] = [
  {
    ...definition,
    connect(context) {
      const tables = sessionTableReader(context)
      return {
        async handle(request, reply) {
          void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
          const body = withMetrics(request.body as ConditionBody)
          try {
            const table = await tables.read()
            return table ? compareCondition(table, body) : emptyComparison(body, NOTHING_LEARNED)
          } catch (error) {
            if (errorKind(error) !== 'unavailable') throw error
            const reason = outageReason(error)
            void reply.header('x-reason', reason)
            const last = tables.last()
            if (!last) return emptyComparison(body, reason)
            void reply.header('x-stale', 'true')
            return compareCondition(last, body)
          }
        },
      }
    },
  },
]

/** Replaces aliases by metric names; an unknown name is refused by the place of its condition. */
function withMetrics(body: ConditionBody): ConditionBody {
  const conditions = body.conditions.map((condition, at) => {
    const found = condition.metric.includes(',') ? null : metricsNamed(condition.metric)
    if (!found?.[0]) throw refuseParameter(`conditions.${at}.metric`, UNKNOWN_RULE)
    return { ...condition, metric: found[0] }
  })
  return { ...body, conditions }
}
