import { z } from 'zod'
import { requestRedrive } from '../../shared/postgres/messaging/redrive-requests.ts'
import { readStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { handlerRoute } from '../http/route.ts'
import { namedStage } from './named-stage.ts'

const Redrive = z
  .object({
    request_id: z.int().describe('number of the request; a second one while the first waits has the same'),
    stage: z.string().describe('the stage'),
    dead: z.int().describe('its dead letters when a scheduler last looked, at most five seconds ago'),
    requested_at: z.iso.datetime({ offset: true }).describe('when it was requested, Eastern offset'),
  })
  .meta({ id: 'RedriveRequest', description: 'Dead letters of a stage that are about to be sent again' })

export const redriveRoutes = [
  handlerRoute({
    class: 'admin',
    tag: 'operations',
    method: 'POST',
    path: '/api/v1/admin/stages/:stage/redrive',
    summary: 'Send the dead letters of a stage again',
    description:
      'A scheduler sends them within seconds, each once and with all its attempts; a message that had its effect ' +
      'changes nothing. The event log of the operators then records how many. Without dead letters nothing happens.',
    errors: ['not_found'],
    params: z.object({
      stage: z.string().meta({ description: 'name of a stage; any other is 404', example: 'signals' }),
    }),
    response: {
      status: 202,
      description: 'The request was stored',
      contentType: JSON_TYPE,
      schema: Redrive,
      example: { request_id: 7, stage: 'signals', dead: 2, requested_at: '2026-11-20T10:31:04.218-05:00' },
    },
    async handle({ trading }, { params }, { reply }) {
      const stage = namedStage(params.stage)
      const { request, dead } = await trading.writeAlways(async (tx) => ({
        request: await requestRedrive(tx, stage),
        dead: (await readStageDepths(tx)).find((seen) => seen.stage === stage)?.dead ?? 0,
      }))
      const requestedAt = easternExact(request.requestedAt)
      return reply.code(202).send({ request_id: request.id, stage, dead, requested_at: requestedAt })
    },
  }),
]
