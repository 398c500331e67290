import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../shared/entries-max.ts'
import { EncodedBytes } from '../http/encoded-bytes.ts'
import { matchesEtag, strongEtag } from '../http/etag.ts'

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|x-yaml)|image\/svg)/
/** A path may be spelled in many ways, and each spelling is kept. */
const PATHS_MAX = 100

/** The headers of a file that describe all of its versions. */
const OF_FILE = ['content-type', 'cache-control', 'last-modified'] as const

interface KeptFile {
  bytes: EncodedBytes
  headers: Partial<Record<(typeof OF_FILE)[number], string>>
}

const headersOf = (reply: FastifyReply): KeptFile['headers'] =>
  Object.fromEntries(OF_FILE.filter((name) => reply.hasHeader(name)).map((name) => [name, reply.getHeader(name)]))

async function read(payload: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(payload)) return payload
  return typeof payload === 'string' ? Buffer.from(payload) : buffer(payload as Readable)
}

/** Sets the headers of the version that this reader gets, and returns its bytes. */
async function versionOf(bytes: EncodedBytes, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | string> {
  const version = bytes.versionFor(request.headers['accept-encoding'])
  void reply.headers({ etag: version.etag, vary: 'Accept-Encoding' }).removeHeader('content-length')
  if (matchesEtag(request.headers['if-none-match'], version.etag)) {
    void reply.code(304)
    return ''
  }
  if (version.encoding !== null) void reply.header('content-encoding', version.encoding)
  return await bytes.bodyOf(version)
}

const pathOf = ({ raw: { url = '' } }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

/**
 * Compresses the files of the documentation page once each and keeps them, so that only the first reader of a file pays
 * for it: the document takes the event loop for 50 ms as JSON, and for longer as YAML.
 */
export function keepFiles(page: FastifyInstance): void {
  const byTag = new Map<string, EncodedBytes>()
  const byPath = new LRUCache<string, KeptFile>(entriesMax(PATHS_MAX))
  const isDone = new WeakSet<FastifyReply>()

  page.addHook('preHandler', async (request, reply) => {
    const kept = request.method === 'GET' ? byPath.get(pathOf(request)) : undefined
    if (kept === undefined) return
    isDone.add(reply)
    return reply.headers(kept.headers).send(await versionOf(kept.bytes, request, reply))
  })
  page.addHook('onSend', async (request, reply, payload): Promise<unknown> => {
    const contentType = String(reply.getHeader('content-type'))
    const isFile = request.method === 'GET' && reply.statusCode === 200 && payload != null
    if (isDone.has(reply) || !isFile || !COMPRESSIBLE.test(contentType)) return payload
    const body = await read(payload)
    const etag = strongEtag(body)
    const bytes = byTag.get(etag) ?? new EncodedBytes(body, etag)
    byTag.set(etag, bytes)
    byPath.set(pathOf(request), { bytes, headers: headersOf(reply) })
    return await versionOf(bytes, request, reply)
  })
}
