import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { insertTicket, type TicketHolder, takeTicket } from '../../shared/postgres/trading/stream-tickets.ts'
import type { ApiContext } from '../http/context.ts'
import { refuse } from '../http/errors.ts'

const digest = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** Only its digest is stored. */
export async function makeTicket({ trading }: ApiContext, holder: TicketHolder) {
  const ticket = `ms_tkt_${randomBytes(24).toString('base64url')}`
  const expiresAt = await trading.writeAlways((tx) => insertTicket(tx, holder, digest(ticket)))
  return { ticket, expiresAt }
}

/** The caller by its token or, where it sent none, by its ticket, which is used up by this. */
export async function streamCaller(
  { trading }: ApiContext,
  { caller }: Pick<FastifyRequest, 'caller'>,
  ticket: string | undefined,
): Promise<TicketHolder> {
  if (caller?.class === 'agent') return { accountId: caller.accountId, tokenId: caller.tokenId }
  const holder = ticket === undefined ? null : await trading.writeAlways((tx) => takeTicket(tx, digest(ticket)))
  if (!holder) throw refuse('unauthorized', { class: 'agent' })
  return holder
}
