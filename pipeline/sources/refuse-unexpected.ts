import { AppError } from '../../shared/errors.ts'
import type { FeedRequest } from './source.ts'

/** A day's file has a few hundred bytes; a shorter body is an error text or empty. */
const BODY_BYTES_MIN = 12
/** Enough to see past a byte-order mark and leading blanks. */
const HEAD_BYTES = 64

/**
 * Vendors send outages, consent pages and unknown ids with status 200 and HTML, and content types are wrong both ways,
 * so the first bytes decide. Throws AppError('invalid'); the parser checks the rest.
 */
export function refuseUnexpected(body: Uint8Array, accept: FeedRequest['accept'], bytesMin = BODY_BYTES_MIN): void {
  if (body.byteLength < bytesMin) throw new AppError('invalid', `a response of ${body.byteLength} bytes`)
  if (isZip(body)) {
    if (accept === 'csv_or_zip') return
    throw new AppError('invalid', `a zip archive where ${accept} was promised`)
  }
  const head = new TextDecoder()
    .decode(body.subarray(0, HEAD_BYTES))
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (accept === 'xml') {
    if (!/^<(?:\?xml|rss|feed)\b/i.test(head)) throw new AppError('invalid', 'the response does not begin like a feed')
    return
  }
  if (head.startsWith('<'))
    throw new AppError('invalid', `markup (an error or consent page) where ${accept} was promised`)
  if (head.includes('\0')) throw new AppError('invalid', `binary content where ${accept} was promised`)
  const isJson = head.startsWith('{') || head.startsWith('[')
  if (accept === 'json' && !isJson) throw new AppError('invalid', 'the response does not begin like JSON')
  if (accept !== 'json' && isJson) throw new AppError('invalid', `JSON where ${accept} was promised`)
}

/** No table, document or feed has one of these content types; every other type has been seen to be wrong. */
const NEVER_DATA = /^\s*(?:text\/html|application\/(?:xhtml\+xml|pdf)|(?:image|audio|video|font)\/)/i

export function refuseLabel(contentType: string | null): void {
  if (contentType !== null && NEVER_DATA.test(contentType))
    throw new AppError('invalid', `a response labelled ${contentType.split(';', 1)[0]!.trim().slice(0, 40)}`)
}

/** The local-file header every zip archive begins with. */
export const isZip = (body: Uint8Array): boolean =>
  body[0] === 0x50 && body[1] === 0x4b && body[2] === 0x03 && body[3] === 0x04
