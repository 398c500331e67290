/** A longer wait would end in an answer for which no client waits any more. */
const WAITING_MAX = 2_000
/** Public requests that begin in one turn of the event loop once no agent is near. */
const PER_TURN = 16
/** An agent that trades again and again is between two of its requests for less than this. */
const AGENTS_NEAR_MS = 50
/** An agent's request that takes longer waits for something outside and uses none of the event loop. */
const AGENT_MS_MAX = 10_000
/**
 * A public request that is in hand for longer than this waits for the database. The next one begins then, so that one
 * slow statement does not hold up all others; a request that keeps the event loop busy ends before anybody sees it.
 */
const PUBLIC_ALONE_MS = 10
/** Public requests in hand at a time while agents are near. */
const IN_HAND_MAX = 4
/** One that takes even longer waits for a vendor, and no longer counts among them. */
const PUBLIC_MS_MAX = 250
/**
 * A rest lasts at least this many turns: on a machine short of processors, time passes without the agents' work being
 * done.
 */
const REST_TURNS = 3

interface AgentsFirstDeps {
  now?: () => number
  /** Milliseconds for which the event loop has not been idle. */
  activeMs?: () => number
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
 * followed by a rest for as long as the loop worked meanwhile: agents keep half of the loop, however expensive the
 * others are. While a request waits for the database or a vendor, the loop is idle or works for agents; that is taken
 * from nobody, so the next requests begin meanwhile. Without agents public requests begin at once.
 */
export class AgentsFirst {
  readonly #now: () => number
  readonly #activeMs: () => number
  readonly #later: (ms: number, work: () => void) => void
  readonly #waiting = new Set<PublicRequest>()
  #agents = 0
  #lastLeftAt = Number.NEGATIVE_INFINITY
  #inHand = 0
  /** The newest request, until it has ended or proved to wait. */
  #newest: PublicRequest | null = null
  #isTurnDue = false
  #isResting = false
  /** Work of the loop for which the rest is still to come, and up to where it was counted. */
  #owedMs = 0
  #countedMs = 0

  constructor({
    now = () => performance.now(),
    activeMs = () => performance.eventLoopUtilization().active,
    later = inLaterTurn,
  }: AgentsFirstDeps = {}) {
    this.#now = now
    this.#activeMs = activeMs
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
    this.#plan()
    return true
  }

  /** Plans the next turn, unless one is planned already or follows from what is in hand. */
  #plan(): void {
    const isHeldUp = this.#isResting || this.#newest !== null || this.#inHand >= IN_HAND_MAX
    if (this.#isTurnDue || isHeldUp || this.#waiting.size === 0) return
    this.#isTurnDue = true
    this.#later(0, () => {
      this.#isTurnDue = false
      if (this.areNear) this.#beginOne()
      else this.#beginSome()
      this.#plan()
    })
  }

  #beginSome(): void {
    let left = PER_TURN
    for (const request of this.#waiting) {
      this.#waiting.delete(request)
      request.begin()
      if (--left === 0) break
    }
  }

  #beginOne(): void {
    const [request] = this.#waiting
    this.#waiting.delete(request!)
    this.#newest = request!
    this.#inHand++
    const activeBefore = this.#activeMs()
    let hasEnded = false
    const letNextBegin = (): void => {
      if (this.#newest === request) this.#newest = null
      this.#plan()
    }
    const end = (): void => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(alone)
      clearTimeout(longest)
      this.#inHand--
      // A large document can block the loop for longer than any timer, and all of that counts.
      this.#owe(activeBefore)
      letNextBegin()
    }
    const alone = setTimeout(letNextBegin, PUBLIC_ALONE_MS).unref()
    const longest = setTimeout(end, PUBLIC_MS_MAX).unref()
    request!.onEnd(end)
    request!.begin()
  }

  /** Adds the work of the loop since then to the rest, except what other requests have added already. */
  #owe(activeBefore: number): void {
    const activeMs = this.#activeMs()
    this.#owedMs += activeMs - Math.max(activeBefore, this.#countedMs)
    this.#countedMs = activeMs
    if (!this.#isResting) this.#rest(this.#takeOwed(), REST_TURNS)
  }

  #takeOwed(): number {
    const owedMs = this.#owedMs
    this.#owedMs = 0
    return owedMs
  }

  #rest(ms: number, turns: number): void {
    this.#isResting = true
    this.#later(ms / turns, () => {
      if (turns > 1) return this.#rest(ms - ms / turns, turns - 1)
      // Requests that ended meanwhile are rested for too, and the work during a rest is that of agents.
      if (this.#owedMs > 0) return this.#rest(this.#takeOwed(), REST_TURNS)
      this.#isResting = false
      this.#countedMs = this.#activeMs()
      this.#plan()
    })
  }
}
