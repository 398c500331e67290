import { errorMessage } from './errors.ts'

/** Long enough for a stage to finish what it holds; past it, crash recovery does the rest. */
const STOP_WITHIN_MS = 10_000
/** Ctrl-C reaches a process from its terminal and again from npm; only a later one is impatience. */
const SAME_SIGNAL_MS = 1_500

/**
 * postgres.js asks for array types on each new connection and lets nobody await it: a link lost at that
 * moment is an unhandled rejection. The query that wanted the connection fails by itself, and is handled.
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

/**
 * postgres.js rolls back a transaction whose link has just gone by writing to the socket that is no more, a tick later,
 * where nobody can catch it. The transaction itself has failed by then, and says so.
 */
const isLateWrite = (error: Error): boolean =>
  error instanceof TypeError && /\bnextWrite\b.*\/postgres\/src\/connection\.js/.test(error.stack ?? '')

interface Life {
  stopWithinMs?: number
  /**
   * It gives up every pool on which a link was lost, so it can go on after a write to a socket that is no more; else
   * that ends the process, as it can no longer know the state of its own connections.
   */
  renewsItsPools?: boolean
}

/**
 * The life of every process: start, or say in one line why not and exit with 1; then on SIGTERM, SIGINT
 * or the end of the parent, stop in order and exit with 0. A signal during the start waits for it, so
 * that nothing half started stays behind; a second Ctrl-C does not wait.
 */
export async function runProcess(
  name: string,
  start: () => Promise<() => Promise<void>>,
  { stopWithinMs = STOP_WITHIN_MS, renewsItsPools = false }: Life = {},
): Promise<void> {
  const fail = (message: string): never => {
    process.stderr.write(`${name}: ${message}\n`)
    process.exit(1)
  }
  process.on('unhandledRejection', (reason) => {
    const { code } = (reason ?? {}) as { code?: unknown }
    if (typeof code === 'string' && LOST_LINK.has(code))
      process.stderr.write(`${name}: a database link was lost (${code})\n`)
    else fail(`bug: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
  })
  process.on('uncaughtException', (error) => {
    if (!isLateWrite(error)) fail(`bug: ${error.stack ?? error.message}`)
    if (!renewsItsPools) fail('a database link was lost in a transaction, and only a new process knows its connections')
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
    setTimeout(() => fail(`did not stop within ${stopWithinMs / 1000} s`), stopWithinMs).unref()
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
