import { z } from 'zod'
import { staticBytes } from '../http/etag.ts'
import { handlerRoute, type Route } from '../http/route.ts'

const HTML = 'text/html; charset=utf-8'

const LINKS = [
  ['/api/v1/signals/latest', 'the market state of the newest cycle'],
  ['/report', 'the newest report as text'],
  ['/reports', 'all reports'],
  ['/api/v1/alerts/active', 'the active alerts'],
  ['/api/v1/status', 'the state of the service'],
  ['/docs', 'the API as a page'],
  ['/openapi.json', 'the API for programs'],
  ['/llms.txt', 'an overview for agents'],
] as const

/** Plain links without script or style, so that the strictest content policy can stay on. */
function landingPage(dataMode: 'live' | 'simulated'): string {
  const items = LINKS.map(([path, words]) => `<li><a href="${path}">${path}</a> ${words}</li>`)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Market state</title></head>
<body>
<h1>Market state</h1>
<p>The state of the US market, its reasons and its certainty: signals, score, regime and reports. Data: ${dataMode}.</p>
<ul>
${items.join('\n')}
</ul>
</body>
</html>
`
}

export const landingRoutes: readonly Route[] = [
  {
    ...handlerRoute({
      method: 'GET',
      path: '/',
      class: 'public',
      tag: 'operations',
      summary: 'The landing page',
      description: 'A small page with the name of the service, its data mode and links to the most useful routes.',
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
