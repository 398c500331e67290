import { refuse } from '../http/errors.ts'
import type { StreamLimits } from '../http/limits.ts'

/** The places for open streams on a replica, of which one caller may have a part. */
export class StreamPlaces {
  readonly #limits: StreamLimits
  readonly #ofCaller = new Map<string, number>()
  #taken = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  get taken(): number {
    return this.#taken
  }

  /** Throws when another stream of this caller would be one too many. */
  requireOne(caller: string): void {
    if (this.#taken >= this.#limits.connectionsMax) throw refuse('stream_full')
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
    const own = (this.#ofCaller.get(caller) ?? 0) + by
    if (own === 0) this.#ofCaller.delete(caller)
    else this.#ofCaller.set(caller, own)
  }
}
