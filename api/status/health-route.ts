import { z } from 'zod'
import { handlerRoute } from '../http/route.ts'

const Health = z.object({ status: z.literal('ok').describe('ok: the process answers') })

/** Liveness only: it must not depend on anything that a restart of this process cannot repair. */
export const healthRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/health',
    class: 'public',
    tag: 'operations',
    rate: 'none',
    summary: 'Whether the process is alive',
    description: 'Always 200 while the process answers. For the state of the service behind it, see /api/v1/status.',
    response: {
      status: 200,
      description: 'The process is alive',
      contentType: 'application/json; charset=utf-8',
      schema: Health,
      example: { status: 'ok' },
    },
    handle: (_context, _input, { reply }) => {
      void reply.header('cache-control', 'no-store')
      return { status: 'ok' } as const
    },
  }),
]
