import { hashText } from '../world/random.ts'
import type { VendorReply, VendorRequest } from './vendor.ts'

/** A file on a content network: with validators, and 304 for a client that already has it. */
export const cachedFile = (request: VendorRequest, type: string, body: string, modified: Date): VendorReply => {
  const etag = `"${hashText(body).toString(16)}-${body.length.toString(16)}"`
  const headers = { ETag: etag, 'Last-Modified': modified.toUTCString(), 'Cache-Control': 'max-age=300' }
  const since = Date.parse(request.headers['if-modified-since'] ?? '')
  const matches = request.headers['if-none-match']
  // By HTTP, an entity tag decides alone if there is one.
  const known = matches === undefined ? since >= Math.floor(modified.getTime() / 1000) * 1000 : matches.includes(etag)
  return known ? { status: 304, type, body: '', headers } : { status: 200, type, body, headers }
}
