import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../../shared/caller-address.ts'
import type { RateClass, Rates } from '../../shared/domain/rate-class.ts'
import { AgentsFirst } from './agents-first.ts'
import { RateLimits, rateHeaders } from './rate-limits.ts'
import { onWaits } from './request-waits.ts'
import { SlowRefusals } from './slow-refusals.ts'

/** Each request passes these before any work is done for it: its caller's limit, and its turn beside the agents. */
export class Entrance {
  readonly #rates: RateLimits
  readonly #agentsFirst = new AgentsFirst()
  readonly #refusals = new SlowRefusals()

  constructor(rates: Rates) {
    this.#rates = new RateLimits(rates)
  }

  /**
   * Counts the request against its caller's limit and states the count in its headers; false when it is one too many.
   */
  spend(kind: RateClass | 'none', request: FastifyRequest, reply: FastifyReply): boolean {
    if (kind === 'none') return true
    const { caller } = request
    const spent = this.#rates.take(
      kind,
      caller?.class === 'agent' ? `account/${caller.accountId}` : addressKey(request.ip),
    )
    void reply.headers(rateHeaders(kind, spent))
    if (!spent.isWithin) void reply.header('retry-after', String(spent.resetS))
    return spent.isWithin
  }

  /** Answers a request that is refused before its route, later while agents need the process. */
  refuse(answer: () => void): void {
    this.#refusals.refuse(this.#agentsFirst.areNear, answer)
  }

  /** Begins a public request now or in its turn; false where too many wait. */
  admit(reply: FastifyReply, begin: () => void): boolean {
    return this.#agentsFirst.admit({ begin, onEnd: (ended) => onceOver(reply, ended) })
  }

  /** Notes that an agent's request is being handled until it is answered or only waits. */
  serveAgent(reply: FastifyReply): void {
    onceOver(reply, this.#agentsFirst.enter())
  }
}

/**
 * Calls the listener at least once, when the request is answered or only waits: an aborted request never finishes, and
 * an injected one has no connection to close.
 * No event comes if the client left while its token was read or while it waited; that request ends in the next turn of
 * the event loop, after the work that begins in this one.
 */
function onceOver({ raw }: FastifyReply, listener: () => void): void {
  if (raw.closed) return void setImmediate(listener)
  raw.once('finish', listener).once('close', listener)
  onWaits(raw, listener)
}
