/** A longer wait would end in an answer for which no client waits any more. */
const WAITING_MAX = 2_000
/** Public requests that begin in one turn of the event loop once no agent is near. */
const PER_TURN = 16
/** An agent that trades again and again is between two of its requests for less than this. */
const AGENTS_NEAR_MS = 50
/** A stream of an agent is open for an hour and uses none of the event loop. */
const AGENT_MS_MAX = 10_000
/** A public request that takes longer is waiting for a vendor; the next ones need not wait for it. */
const PUBLIC_MS_MAX = 250
/**
 * A rest lasts at least this many turns: on a machine short of processors, time passes without the agents' work being
 * done.
 */
const REST_TURNS = 3

interface AgentsFirstDeps {
  now?: () => number
  /** Runs the work in a later turn of the event loop, after this time at the earliest. */
  later?: (ms: number, work: () => void) => void
}

/** A public request: how it begins, and how its end is reported. */
export interface PublicRequest {
  begin(): void
  onEnd(ended: () => void): void
}

const inLaterTurn = (ms: number, work: () => void): void => {
  if (ms === 0) setImmediate(work)
  else setTimeout(work, ms)
}

/**
 * One event loop serves a public crowd and the agents that trade, and each statement of an agent would wait behind all
 * requests of the crowd. While agents' requests are in hand, public ones therefore begin one after the other, each
 * followed by a rest as long as it took: agents keep half of the loop, however expensive the others are. Without agents
 * public requests begin at once.
 */
export class AgentsFirst {
  readonly #now: () => number
  readonly #later: (ms: number, work: () => void) => void
  readonly #waiting = new Set<PublicRequest>()
  #agents = 0
  #lastLeftAt = Number.NEGATIVE_INFINITY

  constructor({ now = () => performance.now(), later = inLaterTurn }: AgentsFirstDeps = {}) {
    this.#now = now
    this.#later = later
  }

  get areNear(): boolean {
    return this.#agents > 0 || this.#now() - this.#lastLeftAt < AGENTS_NEAR_MS
  }

  /** Notes an agent's request; the function that it returns notes its end, and may be called twice. */
  enter(): () => void {
    this.#agents++
    const leave = (): void => {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      this.#agents--
      this.#lastLeftAt = this.#now()
    }
    let timer: NodeJS.Timeout | null = setTimeout(leave, AGENT_MS_MAX).unref()
    return leave
  }

  /** Begins a public request now or in its turn; returns false where too many wait already. */
  admit(request: PublicRequest): boolean {
    if (this.#waiting.size === 0 && !this.areNear) {
      request.begin()
      return true
    }
    if (this.#waiting.size >= WAITING_MAX) return false
    this.#waiting.add(request)
    if (this.#waiting.size === 1) this.#later(0, this.#takeTurn)
    return true
  }

  readonly #takeTurn = (): void => {
    if (this.areNear) this.#beginOne()
    else this.#beginSome()
  }

  #beginSome(): void {
    let left = PER_TURN
    for (const request of this.#waiting) {
      this.#waiting.delete(request)
      request.begin()
      if (--left === 0) break
    }
    this.#rest(0, 1)
  }

  /** The request remains in the queue until it has ended, so that no later one begins before. */
  #beginOne(): void {
    const [request] = this.#waiting
    const beganAt = this.#now()
    let hasEnded = false
    const end = (): void => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      this.#waiting.delete(request!)
      // A large document can block the loop for longer than any timer, and all of that counts.
      this.#rest(this.#now() - beganAt, REST_TURNS)
    }
    const timer = setTimeout(end, PUBLIC_MS_MAX).unref()
    request!.onEnd(end)
    request!.begin()
  }

  #rest(ms: number, turns: number): void {
    if (this.#waiting.size === 0) return
    this.#later(ms / turns, turns === 1 ? this.#takeTurn : () => this.#rest(ms - ms / turns, turns - 1))
  }
}
