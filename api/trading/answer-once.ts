import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../shared/postgres/server/db.ts'
import {
  claimIdempotencyKey,
  type IdempotencyKey,
  keepFirstAnswer,
  readFirstAnswer,
} from '../../shared/postgres/trading/idempotency.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { refuseParameter } from '../http/errors.ts'
import { callerScope, operatorToken } from './caller.ts'
import { refuse } from './refuse.ts'
import { seal, unseal } from './seal.ts'
import type { WithCommit } from './trading-database.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

export interface Answer {
  status: number
  /** As it goes over the wire, already checked. */
  body: unknown
}

interface Call {
  request: FastifyRequest
  reply: FastifyReply
  /** As validated: the same members in another order are the same body. */
  body: unknown
  /** The answer shows a token, so that it is kept encrypted with the admin token it was asked with. */
  showsToken?: boolean
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export function presentedKey(request: FastifyRequest): IdempotencyKey | null {
  const given = request.headers['idempotency-key']
  if (given === undefined) return null
  if (typeof given !== 'string' || !KEY.test(given))
    throw refuseParameter('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return { scope: callerScope(request), sha256: sha256(given) }
}

/**
 * Does the work of a POST once per Idempotency-Key of its caller, in one transaction with the record of its answer, so
 * that neither can be there without the other. A thrown refusal has done nothing and leaves the key unused; an answer
 * that must stay, whatever its status, is returned.
 */
export async function answerOnce(
  { trading }: ApiContext,
  { request, reply, body, showsToken = false }: Call,
  work: (tx: Tx, withCommit: WithCommit) => Promise<Answer>,
): Promise<FastifyReply> {
  const key = presentedKey(request)
  const secret = showsToken ? operatorToken(request) : null

  const { status, text, replayed } = await trading.write(async (tx, withCommit) => {
    if (key === null) return fresh(await work(tx, withCommit))
    if (!(await claimIdempotencyKey(tx, key))) throw refuse('idempotency_in_progress')
    const asked = digestOf(request, body)
    const first = await readFirstAnswer(tx, key)
    if (first) {
      if (!first.request.equals(asked)) throw refuse('idempotency_key_reused')
      const opened = first.sealed ? unseal(first.answer, secret ?? '', key.sha256) : first.answer
      if (!opened) throw refuse('idempotency_key_sealed')
      return { status: first.status, text: opened.toString(), replayed: true }
    }
    const made = fresh(await work(tx, withCommit))
    const bytes = Buffer.from(made.text)
    const answer = secret === null ? bytes : seal(bytes, secret, key.sha256)
    withCommit(keepFirstAnswer(tx, key, { request: asked, status: made.status, answer, sealed: secret !== null }))
    return made
  })
  if (replayed) void reply.header('idempotency-replayed', 'true')
  return reply.code(status).header('content-type', JSON_TYPE).send(text)
}

const digestOf = ({ method, url }: FastifyRequest, body: unknown): Buffer =>
  sha256(`${method} ${url.split('?', 1)[0]}\n${JSON.stringify(body ?? null)}`)

const fresh = ({ status, body }: Answer) => ({ status, text: JSON.stringify(body), replayed: false })
