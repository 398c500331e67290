import amqplib, { type ChannelModel } from 'amqplib'
import { within } from '../deadline.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { backoffMs } from './retry.ts'

/** Two missed ones end a half-open link, on either side: the broker then gives its messages to others. */
const HEARTBEAT_SECONDS = 5
const CONNECT_WITHIN_MS = 5_000
const SETUP_WITHIN_MS = 15_000
const CLOSE_WITHIN_MS = 2_000
const RECONNECT = { firstMs: 100, maxMs: 2_000 }

/** A connection that comes back by itself, and what has to be set up on it each time. */
export interface Link<T> {
  /** What the present connection's setup made, waiting for a connection at most so long. */
  ready(waitMs: number): Promise<T>
  current(): T | null
  /** Gives the connection up; another takes its place. */
  drop(why: string): void
  close(): Promise<void>
}

interface LinkOptions<T> {
  url: string
  /** What the broker shows operators as the connection's name. */
  name: string
  log: Log
  setup(model: ChannelModel, drop: (why: string) => void): Promise<T>
  /** The connection is gone, and all that was made on it, or as much as there was. */
  onLost(): void
}

interface Waiter<T> {
  resolve(state: T): void
  reject(error: AppError): void
}

export async function connectOnce(url: string, name: string): Promise<ChannelModel> {
  const target = new URL(url)
  // amqplib reads it nowhere else; it is not among the socket options.
  if (!target.searchParams.has('heartbeat')) target.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  // Without noDelay each message waits some 40 ms for company.
  const options = { noDelay: true, timeout: CONNECT_WITHIN_MS, clientProperties: { connection_name: name } }
  const model = await amqplib.connect(target.href, options)
  model.on('error', () => {})
  return model
}

/** amqplib's own recovery knows neither a lost channel nor a link that merely stopped answering. */
export function openLink<T>({ url, name, log, setup, onLost }: LinkOptions<T>): Link<T> {
  const waiters = new Set<Waiter<T>>()
  let model: ChannelModel | null = null
  let state: T | null = null
  let closed = false
  let lastError = 'not connected yet'
  let wakeUp: () => void = () => {}

  async function connectAndStay(): Promise<boolean> {
    let worked = false
    try {
      const own = await connectOnce(url, name)
      model = own
      const lost = new Promise<void>((done) =>
        own.once('close', (error?: Error) => {
          if (error) lastError = error.message
          done()
        }),
      )
      const drop = (why: string) => {
        if (!closed) destroy(own, why)
      }
      if (closed) return true
      // Lost in the middle of it, the calls of a setup reject.
      const made = await within(SETUP_WITHIN_MS, 'broker setup', setup(own, drop))
      worked = true
      state = made
      for (const waiter of waiters) waiter.resolve(made)
      waiters.clear()
      await lost
      if (!closed) log.warn({ connection: name, error: lastError }, 'broker_link_lost')
    } catch (error) {
      lastError = errorMessage(error)
      if (!closed) log.warn({ connection: name, error: lastError }, 'broker_connect_failed')
    } finally {
      state = null
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
      const pause = backoffMs(failures + 1, RECONNECT)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, pause)
        wakeUp = () => {
          clearTimeout(timer)
          done()
        }
      })
    }
  }
  const staying = stay()

  return {
    current: () => state,
    drop(why) {
      if (model && !closed) destroy(model, why)
    },
    async ready(waitMs) {
      if (state) return state
      if (closed) throw new AppError('unavailable', 'the broker connection is closed')
      const own: Waiter<T> = { resolve: () => {}, reject: () => {} }
      const coming = new Promise<T>((resolve, reject) => Object.assign(own, { resolve, reject }))
      waiters.add(own)
      try {
        return await within(waitMs, 'broker', coming)
      } catch (cause) {
        throw new AppError('unavailable', `no connection to the broker: ${lastError}`, { cause })
      } finally {
        waiters.delete(own)
      }
    },
    async close() {
      closed = true
      wakeUp()
      for (const waiter of waiters) waiter.reject(new AppError('unavailable', 'the broker connection is closed'))
      waiters.clear()
      // A polite close waits for an answer, which a blocked or absent broker never gives.
      if (model) await within(CLOSE_WITHIN_MS, 'close', model.close()).catch(() => {})
      if (model) destroy(model)
      await within(CONNECT_WITHIN_MS, 'close', staying).catch(() => {})
    },
  }
}

/** Ends the socket itself: everything that waits on the connection is told at once. */
export function destroy(model: ChannelModel, why = 'given up'): void {
  // Not in amqplib's types; there since its first version. Without an error amqplib would not notice.
  const { stream } = model.connection as unknown as { stream: { destroy(error: Error): void } }
  stream.destroy(new Error(why))
}
