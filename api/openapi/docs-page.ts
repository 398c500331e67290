import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Log } from '../../shared/log.ts'
import type { Entrance } from '../http/entrance.ts'
import { frame } from '../http/error-replies.ts'
import { refuse } from '../http/errors.ts'
import { keepFiles } from './compress-files.ts'
import { API_TITLE } from './openapi.ts'
import { yamlOf } from './yaml-of.ts'

/** Swagger UI from our own files: its bundle needs inline styles and data images, nothing from other hosts. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Runs after the plugin's own script and replaces it, because that one insists on its copy of the document and a brand.
 * The bundle would read the document as YAML and then copy all of it several times to resolve the references of one
 * operation, which takes seconds; ours are all local, so following them is enough. Tags start collapsed, because drawing
 * a hundred operations takes seconds too.
 */
const START = `const followed = (node, document, inside) => {
  if (Array.isArray(node)) return node.map((each) => followed(each, document, inside))
  if (node === null || typeof node !== 'object') return node
  const { $ref } = node
  if (typeof $ref === 'string' && $ref.startsWith('#/')) {
    if (inside.includes($ref)) return node
    const target = $ref.slice(2).split('/').reduce((part, name) => part?.[name], document)
    return followed(target, document, [...inside, $ref])
  }
  return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, followed(each, document, inside)]))
}
const resolveSubtree = async (document, path) => {
  const part = path.reduce((node, name) => node?.[name], document)
  return { spec: followed(part, document, []), errors: [] }
}
window.onload = async () => {
  const document = await fetch('/openapi.json')
  window.ui = SwaggerUIBundle({
    spec: await document.json(),
    dom_id: '#swagger-ui',
    deepLinking: true,
    validatorUrl: null,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [() => ({ fn: { resolveSubtree } })],
    layout: 'BaseLayout',
  })
}
`
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 12l4-5 3 3 6-8" fill="none" stroke="#246" stroke-width="2"/></svg>'

/**
 * The plugin would refuse a range or a precondition that its file does not meet with an error of its own, and a kept file
 * is compared by its tag alone.
 */
const UNREAD = ['range', 'if-range', 'if-match', 'if-unmodified-since', 'if-modified-since'] as const

const JSON_PATH = '/docs/json'
const YAML_PATH = '/docs/yaml'

interface DocsDeps {
  log: Log
  entrance: Entrance
  document: () => object | Promise<object>
}

/** A page that shows the document, which its first reader has made; all its files come from this server. */
export async function registerDocs(app: FastifyInstance, { log, entrance, document }: DocsDeps): Promise<void> {
  await app.register(async (page) => {
    page.addHook('onRoute', (options: RouteOptions) => {
      options.config = { ...options.config, class: 'public', page: true }
    })
    page.addHook('onRequest', (request, reply, done) => {
      // As on every other route: the whole file is sent, and only If-None-Match spares it.
      for (const name of UNREAD) delete request.raw.headers[name]
      if (!frame(log, request, reply)) return
      // The files count like public reads, of which the document as YAML is the largest.
      if (!entrance.spend('public', request, reply)) return entrance.refuse(() => done(refuse('rate_limited')))
      if (!entrance.admit(reply, done)) done(refuse('overloaded'))
    })
    keepFiles(page)
    let made: object | undefined
    let yaml: string | undefined
    page.addHook('preHandler', async (request, reply) => {
      const { url } = request.routeOptions
      if (url !== YAML_PATH && url !== JSON_PATH) return
      made ??= await document()
      if (url === JSON_PATH) return
      yaml ??= yamlOf(made)
      return reply.type('application/x-yaml').send(yaml)
    })
    // The plugin offers the document as JSON too, made when it is first read. Its own YAML takes several times as long.
    const readLater = { toJSON: () => made } as never
    await page.register(swagger, { mode: 'static', specification: { document: readLater } })
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: DOCS_CSP,
      theme: {
        title: API_TITLE,
        js: [{ filename: 'start.js', content: START }],
        favicon: [{ filename: 'icon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: ICON }],
      },
    })
  })
}
