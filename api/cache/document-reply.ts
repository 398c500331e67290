import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** The members a document carries when the database could not confirm it. */
export const Staleness = z
  .object({
    stale: z.literal(true).optional().describe('true: the database could not confirm this document'),
    stale_age_seconds: z.int().min(0).optional().describe('seconds since the database last confirmed this document'),
    stale_reason: z.string().optional().describe('why it could not'),
  })
  .meta({ id: 'Staleness', description: 'Present only while the database cannot be reached; also X-Stale and Age' })

interface UnconfirmedDocument {
  body: Buffer
  contentType: string
  json: boolean
  reason: string
  /** Age of the last known document; null for an empty one. */
  ageMs: number | null
  traceparent: string | null
}

/**
 * Splices the members into the stored bytes, because parsing and printing a large document again would cost too much
 * during an outage.
 */
function withStaleness(body: Buffer, ageSeconds: number, reason: string): Buffer {
  const members = JSON.stringify({ stale: true, stale_age_seconds: ageSeconds, stale_reason: reason })
  return Buffer.concat([Buffer.from(`${members.slice(0, -1)},`), body.subarray(1)])
}

export function sendUnconfirmed(
  reply: FastifyReply,
  { body, contentType, json, reason, ageMs, traceparent }: UnconfirmedDocument,
): FastifyReply {
  void reply.header('content-type', contentType).header('cache-control', 'no-store').header('x-reason', reason)
  if (traceparent !== null) void reply.header('traceparent', traceparent)
  if (ageMs === null) return reply.send(body)
  const ageSeconds = Math.max(0, Math.round(ageMs / 1000))
  void reply.header('x-stale', 'true').header('age', String(ageSeconds))
  return reply.send(json ? withStaleness(body, ageSeconds, reason) : body)
}
