import type { FastifyRequest } from 'fastify'

const page = (title: string, sentence: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/assets/pages.css">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
</head>
<body>
<main class="alone">
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="/">Today’s market state</a>, <a href="/reports">all reports</a>, or <a href="/docs">the API</a>.</p>
</main>
</body>
</html>
`

/** By status; constants only, so that nothing of the request is repeated. */
const PAGES: Readonly<Record<number, string>> = {
  400: page('That address cannot be read', 'A part of it does not have the form that this page expects.'),
  404: page('There is no such page', 'Nothing is served at this address, or what was here is not kept any more.'),
  405: page('That cannot be done here', 'This address knows other methods only.'),
  429: page('Too many requests', 'Your address has sent more than its share; wait a minute and load the page again.'),
  503: page('The service is busy', 'Load the page again in a few seconds.'),
}

/** Returns whether the client prefers a page: it accepts text/html, and does not list JSON first. */
function prefersPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accepted = headers.accept?.toLowerCase() ?? ''
  const html = accepted.indexOf('text/html')
  const json = accepted.indexOf('application/json')
  return html !== -1 && (json === -1 || html < json)
}

/**
 * The refusal of this status as a page, for a client that prefers one; null: it gets JSON. A person who opens a route
 * of the API in a browser also gets JSON, because it names the wrong field, while a page may repeat nothing of the
 * address.
 */
export function errorPage(request: Pick<FastifyRequest, 'headers' | 'url'>, status: number): string | null {
  if (status === 400 && request.url.startsWith('/api/')) return null
  return prefersPage(request) ? (PAGES[status] ?? null) : null
}
