import { z } from 'zod'
import { symbolOf } from '../../shared/domain/market/tradeable.ts'
import type { ApiContext } from '../http/context.ts'
import { readQuotes } from '../trading/market/read-quotes.ts'
import { type Frame, frameOf } from './frame.ts'

export const SOCKET_SYMBOLS_MAX = 50
const LOOK_EVERY_MS = 1_000

const Message = z.strictObject({
  action: z.enum(['subscribe', 'unsubscribe']),
  symbols: z.array(z.string().min(1).max(40)).min(1).max(SOCKET_SYMBOLS_MAX),
})

/** A client that follows quotes. */
export interface QuoteFollower {
  symbols: Set<string>
  send(frame: Frame): void
}

const TOO_MANY = `a socket has at most ${SOCKET_SYMBOLS_MAX} symbols`
const BAD_MESSAGE = `must be {"action": "subscribe" or "unsubscribe", "symbols": 1 to ${SOCKET_SYMBOLS_MAX} symbols}`

/**
 * Reads the quotes of all sockets of this replica once a second and sends those that changed. A new follower of a symbol
 * gets its quote with the next look, whether it changed or not.
 */
export class SocketQuotes {
  readonly #context: ApiContext
  readonly #followers = new Set<QuoteFollower>()
  readonly #last = new Map<string, string>()
  /** The symbols that each follower has named since the last look. */
  #fresh = new WeakMap<QuoteFollower, Set<string>>()
  readonly #timer: NodeJS.Timeout
  #looking = false

  constructor(context: ApiContext) {
    this.#context = context
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref()
  }

  /** Takes a message of a client, and answers one that it does not understand. */
  take(follower: QuoteFollower, text: string): void {
    const parsed = Message.safeParse(jsonOf(text))
    const problem = parsed.success ? this.#change(follower, parsed.data) : BAD_MESSAGE
    if (problem !== null) follower.send(frameOf('error', null, { message: problem }))
  }

  /** Returns why it did not. */
  #change(follower: QuoteFollower, { action, symbols }: z.output<typeof Message>): string | null {
    const named = symbols.map(symbolOf)
    if (action === 'unsubscribe') for (const symbol of named) follower.symbols.delete(symbol)
    else {
      if (new Set([...follower.symbols, ...named]).size > SOCKET_SYMBOLS_MAX) return TOO_MANY
      for (const symbol of named) follower.symbols.add(symbol)
      this.#markFresh(follower, named)
    }
    if (follower.symbols.size > 0) this.#followers.add(follower)
    else this.drop(follower)
    return null
  }

  #markFresh(follower: QuoteFollower, symbols: Iterable<string>): void {
    this.#fresh.set(follower, new Set([...(this.#fresh.get(follower) ?? []), ...symbols]))
  }

  drop(follower: QuoteFollower): void {
    this.#followers.delete(follower)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#looking || this.#followers.size === 0) return
    this.#looking = true
    const fresh = this.#fresh
    this.#fresh = new WeakMap()
    try {
      const symbols = [...new Set([...this.#followers].flatMap((follower) => [...follower.symbols]))]
      const read = await readQuotes(this.#context, symbols)
      for (const { symbol, document } of read) this.#send(symbol, document, fresh)
      for (const symbol of this.#last.keys()) if (!symbols.includes(symbol)) this.#last.delete(symbol)
    } catch (error) {
      this.#context.log.debug({ cause: String(error) }, 'socket_quotes_wait')
      for (const follower of this.#followers) this.#markFresh(follower, fresh.get(follower) ?? [])
    } finally {
      this.#looking = false
    }
  }

  #send(
    symbol: string,
    document: Awaited<ReturnType<typeof readQuotes>>[number]['document'],
    fresh: WeakMap<QuoteFollower, Set<string>>,
  ): void {
    const { price, bid, ask, quoted_at: quotedAt } = document
    const state = JSON.stringify([price, bid, ask, quotedAt])
    const isChanged = this.#last.get(symbol) !== state
    this.#last.set(symbol, state)
    const frame = frameOf('quote', null, document)
    for (const follower of this.#followers) {
      const wants = follower.symbols.has(symbol) && (isChanged || fresh.get(follower)?.has(symbol))
      if (wants) follower.send(frame)
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
