import { compareCondition, emptyComparison } from '../../pipeline/analogues/compare-condition.ts'
import { ConditionAnswer, ConditionBody } from '../../shared/domain/contract/condition.ts'
import { errorKind } from '../../shared/errors.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { outageReason } from '../database/connection-error.ts'
import { refuseParameter } from '../http/errors.ts'
import { handlerRoute, type Route } from '../http/route.ts'
import { EXAMPLE_COMPARISON } from '../openapi/examples.ts'
import { NOTHING_LEARNED } from './base-rate-documents.ts'
import { CATALOGUE, metricsNamed } from './metric-catalogue.ts'
import { sessionTableReader } from './session-table.ts'

const UNKNOWN_RULE = 'must name one metric or alias of details.metrics'

const definition = handlerRoute({
  method: 'POST',
  path: '/api/v1/signals/base-rates/compare',
  class: 'public',
  tag: 'signals',
  summary: 'What followed a condition of your own',
  description:
    'Sessions on which every condition held, and what SPY did after them, beside what it did after every session that has ' +
    'a reading of the same metrics. Readings are those each evening knew. Sample sizes count overlap: `effective_n` is what ' +
    'n is worth. Whoever tries many conditions will find one that looks good by luck.',
  body: ConditionBody,
  help: { conditions: { metrics: CATALOGUE } },
  bodyExample: { conditions: [{ metric: 'vix_close', op: '>=', value: 25 }], horizon: 20, drawdown_pct: 4 },
  response: {
    status: 200,
    description: 'The comparison, or why there is none',
    contentType: JSON_TYPE,
    schema: ConditionAnswer,
    headers: ['X-Stale', 'X-Reason'],
    example: EXAMPLE_COMPARISON,
  },
  handle: () => {},
})

export const signalsBaseRatesCompareRoutes: readonly Route[] = [
  {
    ...definition,
    connect(context) {
      const tables = sessionTableReader(context)
      return {
        async handle(request, reply) {
          void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
          const asked = named(request.body as ConditionBody)
          try {
            const table = await tables.read()
            return table ? compareCondition(table, asked) : emptyComparison(asked, NOTHING_LEARNED)
          } catch (error) {
            if (errorKind(error) !== 'unavailable') throw error
            const reason = outageReason(error)
            void reply.header('x-reason', reason)
            const last = tables.last()
            if (!last) return emptyComparison(asked, reason)
            void reply.header('x-stale', 'true')
            return compareCondition(last, asked)
          }
        },
      }
    },
  },
]

/** By their names in the catalogue; which of several is unknown is said by its place. */
function named(body: ConditionBody): ConditionBody {
  const conditions = body.conditions.map((condition, at) => {
    const found = condition.metric.includes(',') ? null : metricsNamed(condition.metric)
    if (!found?.[0]) throw refuseParameter('conditions', `${UNKNOWN_RULE} (condition ${at + 1})`)
    return { ...condition, metric: found[0] }
  })
  return { ...body, conditions }
}
