import type { FastifyRequest } from 'fastify'
import { AppError } from '../../shared/errors.ts'

/** The account of the request's agent token. */
export function callerAccount({ caller }: FastifyRequest): number {
  if (caller?.class !== 'agent') throw new AppError('internal', 'an agent route was reached without an agent')
  return caller.accountId
}

export function operatorToken({ caller }: FastifyRequest): string {
  if (caller?.class !== 'admin') throw new AppError('internal', 'an admin route was reached without an admin')
  return caller.token
}

/** Idempotency-Keys are unique within this scope: all admins together, or one account. */
export const callerScope = (request: FastifyRequest): string =>
  request.caller?.class === 'admin' ? 'admin' : `account:${callerAccount(request)}`
