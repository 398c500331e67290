import type { Fault } from './faults.ts'
import { isCompletionMode, spoiledCompletion } from './spoiled-completion.ts'
import { html, type VendorReply } from './vendors/vendor.ts'

const HUGE_BYTES = 64 * 1024 * 1024
const STATUS_DEFAULT = 500

const bytesOf = (reply: VendorReply): Buffer =>
  typeof reply.body === 'string' ? Buffer.from(reply.body) : Buffer.from(reply.body)

const isText = (reply: VendorReply): boolean => typeof reply.body === 'string'

/** Values are numbers after a separator, also whole ones in quotes; numbers inside dates, times and symbols are not. */
const VALUE = /(?<=[:,|]\s*"?)(?<!\d:)-?\d+\.\d+(?=%?["\s,}|\]]|$)|(?<=:")\d{5,}(?=")/gm

/** A well-formed response with impossible values, which a parser alone does not notice. */
const absurd = (text: string): string => {
  let count = 0
  return text.replace(VALUE, () => (count++ % 2 === 0 ? '1e308' : '-5'))
}

/** Bytes that separate or close values in JSON, CSV and pipe text. */
const STRUCTURE = new Set([...':,|}'].map((mark) => mark.charCodeAt(0)))
const BREAK_EVERY = 5

/** Breaks the syntax but keeps the length and the start, so sniffing the first bytes does not catch it. */
const malformed = (body: Buffer): Buffer => {
  const broken = Buffer.from(body)
  let seen = 0
  for (const [at, byte] of body.entries()) {
    if (!STRUCTURE.has(byte)) continue
    seen += 1
    if (seen % BREAK_EVERY === 0) broken[at] = 0x7e
  }
  return broken
}

const empty = (reply: VendorReply): VendorReply => ({ ...reply, body: '' })

/** A valid start followed by padding, which a client without a byte limit would read whole. */
const huge = (reply: VendorReply): VendorReply => ({
  ...reply,
  body: Buffer.concat([bytesOf(reply), Buffer.alloc(HUGE_BYTES, 0x20)]),
})

const statusReply = (status: number): VendorReply => html(status, `${status} Error`, 'The request could not be served.')

/** The response after a fault that changes its content; faults of timing and transport do not change it. */
export const spoiledReply = (reply: VendorReply, fault: Fault): VendorReply => {
  if (isCompletionMode(fault.mode)) return spoiledCompletion(reply, fault.mode)
  switch (fault.mode) {
    case 'status':
      return statusReply(fault.status ?? STATUS_DEFAULT)
    case 'html':
      return html(200, 'Just a moment...', 'Checking your browser before accessing the site.')
    case 'truncated':
      return { ...reply, body: bytesOf(reply).subarray(0, Math.floor((bytesOf(reply).length * 3) / 5)) }
    case 'malformed':
      return { ...reply, body: malformed(bytesOf(reply)) }
    case 'absurd':
      return isText(reply) ? { ...reply, body: absurd(reply.body as string) } : reply
    case 'empty':
      return empty(reply)
    case 'huge':
      return huge(reply)
    default:
      return reply
  }
}
