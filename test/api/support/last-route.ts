import { z } from 'zod'
import { documentRoute } from '../../../api/cache/document-route.ts'
import type { Route } from '../../../api/http/route.ts'

/** Documents are read ahead in the order of the routes, so this last one is read after all others. */
export function lastRoute(): { route: Route; reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const route = documentRoute({
    path: '/test/last',
    class: 'public',
    tag: 'operations',
    summary: 'of the test',
    description: 'of the test',
    response: z.object({}),
    responseDescription: 'nothing',
    example: {},
    topics: [],
    load: async () => {
      resolve()
      return { value: {} }
    },
    empty: () => ({}),
  })
  return { route, reached: promise }
}
