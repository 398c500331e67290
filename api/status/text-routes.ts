import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CACHE_CONTROL } from '../http/cache-control.ts'
import { staticBytes } from '../http/etag.ts'
import { handlerRoute, type Route } from '../http/route.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

interface TextRoute {
  path: string
  file: string
  contentType: string
  summary: string
  description: string
}

/** Serves a document of the repository, so that a reader who has only the address of the service finds it. */
function textRoute({ path, file, contentType, summary, description }: TextRoute): Route {
  const text = readFileSync(new URL(`../../docs/${file}`, import.meta.url))
  return {
    ...handlerRoute({
      method: 'GET',
      path,
      class: 'public',
      tag: 'operations',
      summary,
      description,
      response: {
        status: 200,
        description: 'The document, in Markdown',
        contentType,
        schema: z.string(),
        headers: ['ETag'],
        example: `${text.toString().split('\n\n', 2).join('\n\n')}\n`,
      },
      handle: () => null,
    }),
    connect: () => ({ handle: staticBytes(text, contentType, CACHE_CONTROL.version) }),
  }
}

export const textRoutes: readonly Route[] = [
  textRoute({
    path: '/llms.txt',
    file: 'llms.md',
    contentType: PLAIN,
    summary: 'What this service is, for programs that read text',
    description: 'The most useful routes, the documents and the rules of the service, on one page.',
  }),
  textRoute({
    path: '/agents.md',
    file: 'agents.md',
    contentType: MARKDOWN,
    summary: 'How an agent trades a paper account',
    description: 'Token, quote, trade, confirmation and everything an agent can rely on, as commands that run.',
  }),
  textRoute({
    path: '/refusals.md',
    file: 'refusals.md',
    contentType: MARKDOWN,
    summary: 'Every error code',
    description: 'By status: what each code means, whether to send the request again, and what to change first.',
  }),
]
