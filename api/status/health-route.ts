import { z } from 'zod'
import { refuse } from '../http/errors.ts'
import { handlerRoute } from '../http/route.ts'
import type { Readiness } from './readiness.ts'

declare module '../http/context.ts' {
  interface ApiContext {
    readiness: Readiness
  }
}

const Health = z.object({ status: z.literal('ok').describe('ok: the process answers') })
const Ready = z.object({ status: z.literal('ready').describe('ready: send requests to this replica') })
const JSON_TYPE = 'application/json; charset=utf-8'
const probe = { method: 'GET', class: 'public', tag: 'operations', rate: 'none' } as const

export const healthRoutes = [
  /** Liveness only: it must not depend on anything that a restart of this process cannot repair. */
  handlerRoute({
    ...probe,
    path: '/health',
    summary: 'Whether the process is alive',
    description: 'Always 200 while the process answers. For the state of the service behind it, see /api/v1/status.',
    response: {
      status: 200,
      description: 'The process is alive',
      contentType: JSON_TYPE,
      schema: Health,
      example: { status: 'ok' },
    },
    handle: (_context, _input, { reply }) => {
      void reply.header('cache-control', 'no-store')
      return { status: 'ok' } as const
    },
  }),
  handlerRoute({
    ...probe,
    path: '/ready',
    summary: 'Whether a balancer should send requests to this replica',
    description:
      'For balancers. 503 until the database has answered once, and again from SIGTERM on, while the replica finishes ' +
      'what it runs; 200 otherwise, also while the database is away, because the replica then serves its last ' +
      'documents.',
    errors: ['not_ready'],
    response: {
      status: 200,
      description: 'The replica accepts requests',
      contentType: JSON_TYPE,
      schema: Ready,
      example: { status: 'ready' },
    },
    async handle({ readiness }, _input, { reply }) {
      void reply.header('cache-control', 'no-store')
      const reason = await readiness.reasonAgainst()
      if (reason !== null) throw refuse('not_ready', { reason })
      return { status: 'ready' } as const
    },
  }),
]
