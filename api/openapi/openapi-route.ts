import { z } from 'zod'
import { CACHE_CONTROL } from '../http/cache-control.ts'
import { staticBytes } from '../http/etag.ts'
import { handlerRoute, type Route } from '../http/route.ts'

/** Takes the document as a function, because the route is part of the document. */
export const openApiRoute = (document: () => object | Promise<object>): Route => ({
  ...handlerRoute({
    method: 'GET',
    path: '/openapi.json',
    class: 'public',
    tag: 'operations',
    summary: 'This document',
    description: 'OpenAPI 3.1, generated from the definitions that the server runs. /docs shows it as a page.',
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
      handle: async (request, reply) => {
        const made = send ? null : await document()
        send ??= staticBytes(
          Buffer.from(JSON.stringify(made)),
          'application/json; charset=utf-8',
          CACHE_CONTROL.version,
        )
        return await send(request, reply)
      },
    }
  },
})
