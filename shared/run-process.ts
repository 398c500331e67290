import { errorMessage } from './errors.ts'
import { bearFullLogDisk } from './full-log-disk.ts'
import { isEndOfConnection, isMissingSocket } from './postgres/server/database-error.ts'

/**
 * Crash recovery covers whatever takes longer. A separate worker process takes as long as the longest of its stages.
 */
const STOP_WITHIN_MS = 10_000
/** Ctrl-C reaches a process from its terminal and again from npm; only a later signal is a second Ctrl-C. */
const SAME_SIGNAL_MS = 1_500

/**
 * postgres.js queries array types on each new connection without awaiting the result: a link lost at that
 * moment is an unhandled rejection. The query that needed the connection fails by itself and is handled.
 */
const LOST_LINK = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01', // ended by an administrator's command
  '57P03', // starting up or shutting down
])

/** A pooler lets a client in and ends the connection at its first query when the server is away (08P01, FATAL). */
const isLostLink = (reason: unknown, code: string): boolean =>
  LOST_LINK.has(code) || isMissingSocket(reason) || isEndOfConnection(reason)

/**
 * postgres.js rolls back a transaction whose link was just lost by writing to the closed socket a tick later,
 * where no caller can catch the error. The transaction itself has already rejected.
 */
export const isLateWrite = (error: { name?: string; stack?: string | undefined }): boolean =>
  error.name === 'TypeError' && /\bnextWrite\b.*\/postgres\/src\/connection\.js/.test(error.stack ?? '')

interface ProcessOptions {
  /** Evaluated when the process is told to stop, because its configuration may set it. */
  stopWithinMs?: () => number
  /**
   * True if the process replaces every pool on which a link was lost, so that it can continue after a write to a closed
   * socket. Otherwise such a write ends the process, because the state of its connections is unknown.
   */
  renewsItsPools?: boolean
}

/**
 * The life of every process: start, or print in one line why not and exit with 1; then on SIGTERM, SIGINT
 * or the end of the parent, stop in order and exit with 0. A signal during the start waits for it, so
 * that nothing half started remains; a second Ctrl-C does not wait.
 */
export async function runProcess(
  name: string,
  start: () => Promise<() => Promise<void>>,
  { stopWithinMs = () => STOP_WITHIN_MS, renewsItsPools = false }: ProcessOptions = {},
): Promise<void> {
  const fail = (message: string): never => {
    process.stderr.write(`${name}: ${message}\n`)
    process.exit(1)
  }
  bearFullLogDisk([process.stdout, process.stderr])
  process.on('unhandledRejection', (reason) => {
    const { code } = (reason ?? {}) as { code?: unknown }
    if (typeof code === 'string' && isLostLink(reason, code))
      process.stderr.write(`${name}: a database link was lost (${code})\n`)
    else fail(`bug: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
  })
  process.on('uncaughtException', (error) => {
    if (!isLateWrite(error)) fail(`bug: ${error.stack ?? error.message}`)
    if (!renewsItsPools)
      fail('a database link was lost in a transaction; the process must restart with new connections')
    process.stderr.write(`${name}: a database link was lost in a transaction\n`)
  })
  const starting = start()
  let stoppingSince: number | null = null
  const end = async () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    const withinMs = stopWithinMs()
    setTimeout(() => fail(`did not stop within ${withinMs / 1000} s`), withinMs).unref()
    const stop = await starting.catch(() => null)
    await stop?.()
    process.exit(0)
  }
  const onSignal = () => void end().catch((error: unknown) => fail(errorMessage(error)))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
  // A child started over IPC ends with its parent, however the parent ended.
  process.on('disconnect', onSignal)
  await starting.catch((error: unknown) => fail(errorMessage(error)))
}
