import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../api/http/context.ts'
import type { Route } from '../api/http/route.ts'

interface PageInput {
  /** By the path of their routes, or by their query as well. Any other document reads as one that is not known. */
  documents: Readonly<Record<string, unknown>>
  params?: object
  query?: object
  /** Service time; null until it is known. */
  now?: Date | null
}

const AWAY = 'the database cannot be reached'

/** Returns the markup that a page draws of given documents. */
export async function pageOf(
  page: Route,
  { documents, params = {}, query = {}, now = null }: PageInput,
): Promise<string> {
  let text = ''
  const served = {
    get:
      (path: string) =>
      async ({ query: asked }: { query?: object }) => {
        if (!Object.hasOwn(documents, path)) return { text: 'null', reason: AWAY, staleSeconds: null }
        const known = documents[path]
        const document: unknown = typeof known === 'function' ? known(asked) : known
        return { text: JSON.stringify(document), reason: null, staleSeconds: null }
      },
  }
  const cache = {
    async get(_key: string, _topics: unknown, load: () => Promise<{ text: string }>) {
      text = await load().then(
        (ready) => ready.text,
        (error: Error & { text?: string }) => error.text ?? Promise.reject(error),
      )
      throw new Drawn()
    },
    forget: () => undefined,
  }
  const clock = { now: () => now ?? new Date(0), isKnown: () => now !== null }
  const context = { served, cache, clock, dataMode: 'live', publicUrl: null } as unknown as ApiContext
  const { handle } = page.connect(context)
  try {
    await handle({ params, query, raw: {} } as FastifyRequest, {} as FastifyReply)
  } catch (error) {
    if (!(error instanceof Drawn)) throw error
  }
  return text
}

/** Ends the handler once its page is drawn, before it is sent. */
class Drawn extends Error {}
