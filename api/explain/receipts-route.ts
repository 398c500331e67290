import { z } from 'zod'
import { RECEIPT_KINDS, readReceipt } from '../../shared/postgres/receipts/receipts.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { refuse } from '../http/errors.ts'
import { matchesEtag, strongEtag } from '../http/etag.ts'
import { handlerRoute } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'
import { callerAccount } from '../trading/caller.ts'

const REF_RULE = 'must be a state_ref: state-, quote- or fill- and 40 hexadecimal digits'

/** Older receipts may have members that later ones lack, so only what all have is promised. */
const Receipt = z
  .looseObject({
    kind: z.enum(RECEIPT_KINDS).describe('state: of the service; quote and fill: of a trade of an account'),
    known_at: z.iso.datetime({ offset: true }).describe('instant of the decision, Eastern offset'),
  })
  .meta({ id: 'Receipt', description: 'What was known when something was decided; further members depend on the kind' })

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
      schema: Receipt,
      example: readExample(import.meta.url, './receipt-example.json'),
    },
    async handle({ reader }, { params: { ref } }, { request, reply }) {
      const isPublic = ref.startsWith('state-')
      if (!isPublic && request.caller === null) throw refuse('unauthorized')
      const receipt = await reader.read((sql) => readReceipt(sql, ref))
      if (!receipt || (receipt.accountId !== null && receipt.accountId !== callerAccount(request))) {
        throw refuse('not_found')
      }
      const etag = strongEtag(Buffer.from(receipt.body))
      // The bytes under a ref never change, so a copy of a public one is good for ever.
      const cacheControl = isPublic && request.caller === null ? 'public, max-age=31536000, immutable' : 'no-store'
      void reply.header('etag', etag).header('cache-control', cacheControl)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply
        .type(JSON_TYPE)
        .serializer((body) => String(body))
        .send(receipt.body)
    },
  }),
]
