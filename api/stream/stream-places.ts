import { refuse } from '../http/errors.ts'
import type { StreamLimits } from '../http/limits.ts'

/** The share of the places that callers without a token may take: the rest is kept for accounts. */
const PUBLIC_SHARE = 0.9

/** A caller without a token has the name of its address. */
const isPublic = (caller: string): boolean => caller.startsWith('ip/')

/**
 * The places for open streams on a replica, of which one caller may have a part. Followers of the public log cannot take
 * all of them, so that a crowd never closes the streams of accounts.
 */
export class StreamPlaces {
  readonly #limits: StreamLimits
  readonly #publicMax: number
  readonly #ofCaller = new Map<string, number>()
  #taken = 0
  #takenByPublic = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
    this.#publicMax = Math.ceil(PUBLIC_SHARE * limits.connectionsMax)
  }

  get taken(): number {
    return this.#taken
  }

  /** Throws when another stream of this caller would be one too many. */
  requireOne(caller: string): void {
    const isFull = isPublic(caller) && this.#takenByPublic >= this.#publicMax
    if (isFull || this.#taken >= this.#limits.connectionsMax) throw refuse('stream_full')
    if ((this.#ofCaller.get(caller) ?? 0) >= this.#limits.ofCallerMax) throw refuse('too_many_streams')
  }

  /** Takes a place or throws; the function that it returns must be called once. */
  take(caller: string): () => void {
    this.requireOne(caller)
    this.#change(caller, 1)
    return () => this.#change(caller, -1)
  }

  #change(caller: string, by: 1 | -1): void {
    this.#taken += by
    if (isPublic(caller)) this.#takenByPublic += by
    const own = (this.#ofCaller.get(caller) ?? 0) + by
    if (own === 0) this.#ofCaller.delete(caller)
    else this.#ofCaller.set(caller, own)
  }
}
