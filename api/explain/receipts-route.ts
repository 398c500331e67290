import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { errorKind } from '../../shared/errors.ts'
import { RECEIPT_KINDS, type Receipt, readReceipt } from '../../shared/postgres/receipts/receipts.ts'
import { sendUnconfirmed } from '../cache/document-reply.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { outageReason } from '../database/outage-reason.ts'
import { CACHE_CONTROL } from '../http/cache-control.ts'
import type { ApiContext } from '../http/context.ts'
import { isOverloaded, refuse, refuseMissing } from '../http/errors.ts'
import { matchesEtag, strongEtag } from '../http/etag.ts'
import { handlerRoute } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'
import { callerAccount } from '../trading/caller.ts'

const REF_RULE = 'must be a state_ref: state-, quote- or fill- and 40 hexadecimal digits'

/** Older receipts may lack members of later ones, so only what all of them have is promised. */
const ReceiptBody = z
  .looseObject({
    kind: z
      .enum(RECEIPT_KINDS)
      .nullable()
      .describe('state: of the service; quote and fill: of a trade of an account; null while it cannot be read'),
    known_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('instant of the decision, Eastern offset; null while it cannot be read'),
    reason: z.string().optional().describe('why it cannot be read now; absent from every receipt'),
  })
  .meta({ id: 'Receipt', description: 'What was known when something was decided; further members depend on the kind' })

/** A public read never fails with the database: the answer states why there is none now, and no digest fits it. */
function sendNone({ log }: ApiContext, reply: FastifyReply, error: unknown): FastifyReply {
  if (isOverloaded(error)) throw error
  if (errorKind(error) !== 'unavailable') log.error({ err: error }, 'receipt_failed')
  const reason = outageReason(error)
  const body = Buffer.from(JSON.stringify({ kind: null, known_at: null, reason }))
  return sendUnconfirmed(reply, { body, contentType: JSON_TYPE, json: true, reason, ageMs: null, traceparent: null })
}

export const receiptsRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/receipts/:ref',
    class: 'public',
    agentWelcome: true,
    tag: 'explain',
    summary: 'What was known when something was decided',
    description:
      'Alerts, verdicts, quotes and fills carry `state_ref`. A receipt is stored with its decision and served byte for ' +
      'byte for ever, whatever is corrected later: the digits of the ref are the first 40 of the SHA-256 of the body. A ' +
      'state holds the market snapshot, the active alerts, the verdict and the standing of every source; it is public. ' +
      'The receipt of a quote or a fill holds the trade as it was answered and `market_state_ref`, the state of the ' +
      'service at that instant; it needs the token of its account, and for any other account it is 404.',
    params: z.object({
      ref: z
        .string(REF_RULE)
        .regex(/^(state|quote|fill)-[0-9a-f]{40}$/, REF_RULE)
        .meta({ description: REF_RULE, example: 'state-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' }),
    }),
    errors: ['not_found', 'unauthorized'],
    response: {
      status: 200,
      description: 'The receipt, byte for byte as it was stored',
      contentType: JSON_TYPE,
      schema: ReceiptBody,
      example: readExample(import.meta.url, './receipt-example.json'),
    },
    async handle(context, { params: { ref } }, { request, reply }) {
      const isPublic = ref.startsWith('state-')
      if (!isPublic && request.caller === null) throw refuse('unauthorized', { class: 'agent' })
      let receipt: Receipt | null
      try {
        receipt = await context.reader.read((sql) => readReceipt(sql, ref))
      } catch (error) {
        if (isPublic) return sendNone(context, reply, error)
        throw error
      }
      if (!receipt || (receipt.accountId !== null && receipt.accountId !== callerAccount(request))) {
        throw refuseMissing(
          'There is no such receipt that this token may read.',
          'Take a state_ref or fill_state_ref from an answer; those of a trade need a token of its account.',
        )
      }
      const etag = strongEtag(Buffer.from(receipt.body))
      // The bytes under a ref never change, so a copy of a public receipt can be cached forever.
      const cacheControl = isPublic && request.caller === null ? CACHE_CONTROL.forever : CACHE_CONTROL.never
      // A caller with a token gets an answer that is not shared, so a cache must not give it the public one.
      void reply.header('etag', etag).header('cache-control', cacheControl).header('vary', 'Authorization')
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply
        .type(JSON_TYPE)
        .serializer((body) => String(body))
        .send(receipt.body)
    },
  }),
]
