import type { FastifyReply } from 'fastify'
import { type Fault, faultMs } from './faults.ts'
import type { VendorReply } from './vendors/vendor.ts'

const DRIP_CHUNKS = 20

/** A raw response with the length of the whole body, so that a client notices a cut. */
const start = (reply: FastifyReply, answer: VendorReply, length: number): void => {
  reply.hijack()
  reply.raw.writeHead(answer.status, { ...answer.headers, 'content-type': answer.type, 'content-length': length })
}

const drip = (
  reply: FastifyReply,
  answer: VendorReply,
  bytes: Buffer,
  ms: number,
  timers: Set<NodeJS.Timeout>,
): void => {
  start(reply, answer, bytes.length)
  const size = Math.max(1, Math.ceil(bytes.length / DRIP_CHUNKS))
  let at = 0
  const timer = setInterval(
    () => {
      reply.raw.write(bytes.subarray(at, at + size))
      at += size
      if (at < bytes.length) return
      clearInterval(timer)
      timers.delete(timer)
      reply.raw.end()
    },
    Math.max(1, ms / DRIP_CHUNKS),
  )
  timers.add(timer)
  reply.raw.once('close', () => {
    clearInterval(timer)
    timers.delete(timer)
  })
}

/** Applies faults of transport. Returns true when one of them has taken over the connection. */
export const sendFaulty = (
  reply: FastifyReply,
  answer: VendorReply,
  faults: readonly Fault[],
  timers: Set<NodeJS.Timeout>,
): boolean => {
  if (faults.length === 0) return false
  const bytes = Buffer.from(answer.body as string)
  for (const fault of faults) {
    if (fault.mode === 'stall') {
      // Sends nothing: the client's own deadline must end the request.
      reply.hijack()
      return true
    }
    if (fault.mode === 'reset') {
      start(reply, answer, bytes.length)
      reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.socket?.resetAndDestroy())
      return true
    }
    if (fault.mode === 'drip') {
      drip(reply, answer, bytes, faultMs(fault), timers)
      return true
    }
  }
  return false
}
