import { z } from 'zod'
import { staticBytes } from '../http/etag.ts'
import { handlerRoute, type Route } from '../http/route.ts'
import { landingPage } from './landing-page.ts'

const HTML = 'text/html; charset=utf-8'

export const landingRoutes: readonly Route[] = [
  {
    ...handlerRoute({
      method: 'GET',
      path: '/',
      class: 'public',
      tag: 'operations',
      summary: 'What this is and where to go',
      description: 'A small page with the name of the service, its data mode and links to what a reader wants first.',
      response: {
        status: 200,
        description: 'A page',
        contentType: HTML,
        schema: z.string(),
        headers: ['ETag'],
        example: landingPage('live'),
      },
      handle: () => null,
    }),
    connect: ({ dataMode }) => ({
      handle: staticBytes(Buffer.from(landingPage(dataMode)), HTML, 'public, max-age=60'),
    }),
  },
]
