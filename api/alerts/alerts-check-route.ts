import { errorKind } from '../../shared/errors.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { outageReason } from '../database/outage-reason.ts'
import { handlerRoute, type Route } from '../http/route.ts'
import { createAlertCheck, unchecked } from './alert-check.ts'
import { CheckAnswer, EXAMPLE_ALERTS, summaryOf } from './alert-documents.ts'

const EXAMPLE: CheckAnswer = {
  cached: true,
  cycle_id: '2026-11-20T10:30',
  run: 1,
  as_of: '2026-11-20T10:30:11-05:00',
  state: 'applied',
  evaluated_at: '2026-11-20T10:30:12-05:00',
  fired: 1,
  cleared: 0,
  held: [],
  alerts: [...EXAMPLE_ALERTS],
  summary: summaryOf(EXAMPLE_ALERTS),
}

const definition = handlerRoute({
  method: 'GET',
  path: '/api/v1/alerts/check',
  class: 'public',
  tag: 'alerts',
  summary: 'Evaluate the newest snapshot now',
  description:
    'Evaluates the newest snapshot with the transaction of the alerts stage, once: by the stage or by the first ' +
    'caller. Later callers get the stored result with `cached: true`. It fires only what the stage would fire.',
  response: {
    status: 200,
    description: 'The result of the newest evaluation, and the active alerts',
    contentType: JSON_TYPE,
    schema: CheckAnswer,
    headers: ['X-Reason'],
    example: EXAMPLE,
  },
  handle: () => {},
})

export const alertsCheckRoutes: readonly Route[] = [
  {
    ...definition,
    connect(context) {
      const { check } = createAlertCheck(context)
      return {
        async handle(request, reply) {
          void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
          try {
            const answer = await check()
            if (answer.reason !== undefined) void reply.header('x-reason', answer.reason)
            return answer
          } catch (error) {
            const fields = { path: definition.path, request_id: request.id, err: error }
            if (errorKind(error) === 'unavailable') context.log.debug(fields, 'alerts not checked')
            else context.log.error(fields, 'alerts not checked')
            const reason = outageReason(error)
            void reply.header('x-reason', reason)
            return unchecked(reason)
          }
        },
      }
    },
  },
]
