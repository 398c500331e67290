import { z } from 'zod'
import { handlerRoute } from '../http/route.ts'

export const metricsRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/metrics',
    class: 'internal',
    tag: 'operations',
    summary: 'Prometheus metrics of this replica',
    description:
      'Text exposition format: HTTP durations by route and status, the document cache, the stages, the process.',
    response: {
      status: 200,
      description: 'The metrics',
      contentType: 'text/plain; charset=utf-8',
      schema: z.string(),
      example: 'document_cache_hits_total 12\n',
    },
    handle: async ({ metrics }, _input, { reply }) => {
      const text = await metrics.metrics()
      return reply.header('content-type', metrics.contentType).send(Buffer.from(text))
    },
  }),
]
