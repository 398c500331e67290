import { refuse } from '../http/errors.ts'

export interface AdmissionLimits {
  /** Pieces of work at a time. */
  max: number
  /** Callers that may wait for their turn. */
  waitingMax: number
}

/** A caller may wait for its turn this much longer than the deadline of the work. */
export const WAIT_BEYOND_DEADLINE_MS = 500

interface Waiting {
  admit(): void
  timer: NodeJS.Timeout
}

/**
 * Lets a bounded number of callers in at a time. A caller that would have to wait for too many others, or for too long,
 * is refused as `overloaded`: our own queue must never look like an outage of the database.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #waitMs: number
  readonly #waiting = new Set<Waiting>()
  #running = 0

  /**
   * `waitMs` is how long a caller may wait. It must be longer than the deadline of the work: while the database does
   * not answer, the running work fails first, and the waiting callers then get an outage instead of an overload.
   */
  constructor(limits: AdmissionLimits, waitMs: number) {
    this.#limits = limits
    this.#waitMs = waitMs
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves with the function that gives the place back, which may be called twice. */
  async enter(): Promise<() => void> {
    if (this.#running < this.#limits.max) this.#running++
    else await this.#turn()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#leave()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#limits.waitingMax) throw refuse('overloaded')
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        admit: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiting)
          reject(refuse('overloaded'))
        }, this.#waitMs),
      }
      this.#waiting.add(waiting)
    })
  }

  /** The place goes to the caller that has waited longest. */
  #leave(): void {
    const [next] = this.#waiting
    if (!next) return void this.#running--
    this.#waiting.delete(next)
    clearTimeout(next.timer)
    next.admit()
  }
}
