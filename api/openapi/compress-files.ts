import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBytes } from '../http/encoded-bytes.ts'
import { matchesEtag, strongEtag } from '../http/etag.ts'

const COMPRESSIBLE = /^(text\/|application\/(javascript|json)|image\/svg)/

async function read(payload: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(payload)) return payload
  return typeof payload === 'string' ? Buffer.from(payload) : buffer(payload as Readable)
}

/**
 * A hook that compresses the files of the documentation page, each once. They are read whole and kept, which is right
 * for the dozen files of this page only.
 */
export function compressFiles() {
  const files = new Map<string, EncodedBytes>()
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const isFile = request.method === 'GET' && reply.statusCode === 200 && payload != null
    if (!isFile || !COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return payload
    const body = await read(payload)
    const etag = strongEtag(body)
    const bytes = files.get(etag) ?? new EncodedBytes(body, etag)
    files.set(etag, bytes)
    const version = bytes.versionFor(request.headers['accept-encoding'])
    void reply.headers({ etag: version.etag, vary: 'Accept-Encoding' }).removeHeader('content-length')
    if (matchesEtag(request.headers['if-none-match'], version.etag)) {
      void reply.code(304)
      return ''
    }
    if (version.encoding !== null) void reply.header('content-encoding', version.encoding)
    return bytes.bodyOf(version)
  }
}
