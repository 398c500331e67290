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

/** The answer to a POST, which a repetition with the same Idempotency-Key gets again. */
export interface HttpAnswer {
  status: number
  /** Already checked against its schema. */
  body: unknown
  /** False: the work continues, so a repetition is not answered with these bytes but does the work again. */
  isFinal?: boolean
  /** The trade that the answer is about, so that its loss in a failover is noticed. */
  trade?: { id: string; status: string }
}

interface Call {
  request: FastifyRequest
  reply: FastifyReply
  /** The validated body, so that the same members in another order are the same body. */
  body: unknown
  /** The answer contains a token, so it is stored encrypted with the caller's admin token. */
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
 * Does the work of a POST once per caller and Idempotency-Key, and stores the answer in the same transaction. A refusal
 * that `work` throws rolls everything back and leaves the key unused; an answer that it returns is stored, whatever its
 * status, unless it is not final.
 */
export async function answerOnce(
  { trading }: ApiContext,
  { request, reply, body, showsToken = false }: Call,
  work: (tx: Tx, withCommit: WithCommit) => Promise<HttpAnswer>,
): Promise<FastifyReply> {
  const key = presentedKey(request)
  const secret = showsToken ? operatorToken(request) : null

  let told: HttpAnswer['trade']
  const { status, text, replayed } = await trading.write(async (tx, withCommit) => {
    if (key === null) {
      const only = await work(tx, withCommit)
      told = only.trade
      return serialized(only)
    }
    if (!(await claimIdempotencyKey(tx, key))) throw refuse('idempotency_in_progress')
    const digest = digestOf(request, body)
    const first = await readFirstAnswer(tx, key)
    if (first) {
      if (!first.request.equals(digest)) throw refuse('idempotency_key_reused')
      const opened = first.sealed ? unseal(first.answer, secret ?? '', key.sha256) : first.answer
      if (!opened) throw refuse('idempotency_key_sealed')
      return { status: first.status, text: opened.toString(), replayed: true }
    }
    const answered = await work(tx, withCommit)
    told = answered.trade
    const fresh = serialized(answered)
    if (answered.isFinal === false) return fresh
    const bytes = Buffer.from(fresh.text)
    const answer = secret === null ? bytes : seal(bytes, secret, key.sha256)
    withCommit(keepFirstAnswer(tx, key, { request: digest, status: fresh.status, answer, sealed: secret !== null }))
    return fresh
  })
  if (told) trading.note({ kind: 'trade', id: told.id, status: told.status })
  else if (key && !replayed) trading.note({ kind: 'answer', scope: key.scope, key: key.sha256.toString('hex') })
  if (replayed) void reply.header('idempotency-replayed', 'true')
  return reply.code(status).header('content-type', JSON_TYPE).send(text)
}

const digestOf = ({ method, url }: FastifyRequest, body: unknown): Buffer =>
  sha256(`${method} ${url.split('?', 1)[0]}\n${JSON.stringify(body ?? null)}`)

const serialized = ({ status, body }: HttpAnswer) => ({ status, text: JSON.stringify(body), replayed: false })
