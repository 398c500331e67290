import { z } from 'zod'
import { handlerRoute, type Route } from '../http/route.ts'
import { staticBytes } from '../http/static-bytes.ts'

/** Takes the document lazily, because the route is part of it. */
export const openApiRoute = (document: () => object): Route => ({
  ...handlerRoute({
    method: 'GET',
    path: '/openapi.json',
    class: 'public',
    tag: 'operations',
    summary: 'This document',
    description: 'OpenAPI 3.1, generated from the definitions the server runs. A page to browse it is at /docs.',
    response: {
      status: 200,
      description: 'The document',
      contentType: 'application/json; charset=utf-8',
      schema: z.looseObject({ openapi: z.literal('3.1.0').describe('version of OpenAPI') }),
      headers: ['ETag'],
      example: { openapi: '3.1.0' },
    },
    handle: () => null,
  }),
  connect: () => {
    let send: ReturnType<typeof staticBytes> | null = null
    return {
      handle: (request, reply) => {
        send ??= staticBytes(
          Buffer.from(JSON.stringify(document())),
          'application/json; charset=utf-8',
          'public, max-age=60',
        )
        return send(request, reply)
      },
    }
  },
})
