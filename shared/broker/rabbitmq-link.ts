import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelModel } from 'amqplib'
import { within } from '../deadline.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { createOutageLog } from './outage-lines.ts'
import { destroy, rabbitNodes } from './rabbitmq-connect.ts'
import type { RabbitServers } from './rabbitmq-servers.ts'
import { backoffMs } from './retry.ts'

const CONNECT_WITHIN_MS = 5_000
const SETUP_WITHIN_MS = 15_000
const CLOSE_WITHIN_MS = 2_000
const RECONNECT = { firstMs: 100, maxMs: 2_000 }

/** A connection that reopens by itself, with what each new connection has to set up. */
export interface Link<T> {
  /** The result of the present connection's setup; waits for a connection at most `waitMs`. */
  ready(waitMs: number): Promise<T>
  current(): T | null
  /** Whether a node has answered and is being set up. */
  isSettingUp(): boolean
  /** Gives the connection up; another takes its place. */
  drop(why: string): void
  /** Why there is no connection, in one sentence that names the variable and the remedy. */
  explain(): string
  close(): Promise<void>
}

interface LinkOptions<T> {
  servers: RabbitServers
  /** The broker shows operators this name of the connection. */
  name: string
  log: Log
  setup(model: ChannelModel, drop: (why: string) => void): Promise<T>
  /** The connection is gone, and with it everything that its setup made, even if only in part. */
  onLost(): void
}

/** amqplib's own recovery knows neither a lost channel nor a link that merely stopped answering. */
export function openLink<T>({ servers, name, log, setup, onLost }: LinkOptions<T>): Link<T> {
  const waiters = createWaiters<T>()
  const nodes = rabbitNodes(servers)
  const outage = createOutageLog(log, name)
  let model: ChannelModel | null = null
  let state: T | null = null
  let closed = false
  let lastError = 'not connected yet'
  const closing = new AbortController()

  /** Callers wait for the next connection from now on: this one reports its end only after they have had their turn. */
  function giveUp(own: ChannelModel, why: string): void {
    if (own === model) state = null
    destroy(own, why)
  }

  /** Resolves when the connection is gone, with whether its setup had succeeded. */
  async function connectAndStay(): Promise<boolean> {
    let worked = false
    let reached: string | null = null
    try {
      const { model: own, url } = await nodes.connect(name)
      model = own
      reached = url
      const lost = untilClosed(own)
      const drop = (why: string) => {
        if (!closed) giveUp(own, why)
      }
      if (closed) return true
      // If the connection drops during setup, the pending calls reject.
      state = await within(SETUP_WITHIN_MS, 'broker setup', setup(own, drop))
      worked = true
      outage.restored()
      waiters.resolveAll(state)
      lastError = (await lost)?.message ?? lastError
      if (!closed) outage.lost(lastError)
    } catch (error) {
      lastError = errorMessage(error)
      if (reached !== null) nodes.note(reached, lastError)
      if (!closed) outage.failed(lastError)
      if (nodes.isRefused()) waiters.rejectAll(lastError)
    } finally {
      state = null
      nodes.leave()
      if (model) destroy(model)
      model = null
      onLost()
    }
    return worked
  }

  async function stay(): Promise<void> {
    for (let failures = 0; !closed; failures += 1) {
      if (await connectAndStay()) failures = 0
      if (closed) return
      await sleep(backoffMs(failures + 1, RECONNECT), undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const staying = stay()

  return {
    current: () => state,
    isSettingUp: () => model !== null && state === null,
    explain: () => nodes.explain(),
    async ready(waitMs) {
      if (state) return state
      if (closed) throw new AppError('unavailable', CLOSED)
      return await waiters.wait(waitMs, () => lastError)
    },
    drop(why) {
      if (model && !closed) giveUp(model, why)
    },
    async close() {
      closed = true
      closing.abort()
      waiters.rejectAll(CLOSED)
      // A polite close waits for an answer, which a blocked or absent broker never sends.
      if (model) await within(CLOSE_WITHIN_MS, 'close', model.close()).catch(() => {})
      if (model) destroy(model)
      await within(CONNECT_WITHIN_MS, 'close', staying).catch(() => {})
    },
  }
}

/** Waits at most `waitMs` for a node that answers; the first declaration on a cluster may then take longer than that. */
export async function started<T>(link: Link<T>, waitMs: number): Promise<T> {
  try {
    return await link.ready(waitMs)
  } catch (error) {
    if (!link.isSettingUp()) throw error
    return await link.ready(SETUP_WITHIN_MS)
  }
}

const untilClosed = (model: ChannelModel): Promise<Error | undefined> =>
  new Promise((done) => model.once('close', (error?: Error) => done(error)))

const CLOSED = 'the broker connection is closed'

interface Waiter<T> {
  resolve(state: T): void
  reject(error: AppError): void
}

/** Calls that wait for the next connection. */
function createWaiters<T>() {
  const waiters = new Set<Waiter<T>>()
  return {
    async wait(waitMs: number, lastError: () => string): Promise<T> {
      const own: Waiter<T> = { resolve: () => {}, reject: () => {} }
      const coming = new Promise<T>((resolve, reject) => Object.assign(own, { resolve, reject }))
      waiters.add(own)
      try {
        return await within(waitMs, 'broker', coming)
      } catch (cause) {
        throw new AppError('unavailable', `no connection to the broker: ${lastError()}`, { cause })
      } finally {
        waiters.delete(own)
      }
    },
    resolveAll(state: T): void {
      for (const waiter of waiters) waiter.resolve(state)
      waiters.clear()
    },
    rejectAll(why: string): void {
      for (const waiter of waiters) waiter.reject(new AppError('unavailable', why))
      waiters.clear()
    },
  }
}
