import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../shared/errors.ts'
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import { restartBudget } from './restart-budget.ts'

const RESTART_AFTER_MS = 500
const RESTARTS_MAX = 20
const RESTARTS_WITHIN_MS = 10 * 60_000
const minutes = RESTARTS_WITHIN_MS / 60_000

export interface Database {
  url: string
  stop(): Promise<void>
}

export interface DatabaseOptions {
  say: (line: string) => void
  /** Called once the server has died too often within a short time. */
  giveUp: (message: string) => void
  /** The default is the embedded Postgres of the folder. */
  launch?: (onExit: () => void) => Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>>
  /** Milliseconds on a monotonic clock. */
  now?: () => number
  restartAfterMs?: number
}

/**
 * Starts the embedded Postgres. If it ends by itself, it is started again on the same folder and port; meanwhile the API
 * serves its last documents, marked stale, and workers retry.
 */
export async function startDatabase(folder: string, options: DatabaseOptions): Promise<Database> {
  const { say, giveUp, launch = embedded(folder, await freePort()), now = () => performance.now() } = options
  const budget = restartBudget({ max: RESTARTS_MAX, withinMs: RESTARTS_WITHIN_MS, now })
  let stopping = false

  async function relaunch(): Promise<void> {
    while (!stopping) {
      const restart = budget.take()
      if (restart === null) {
        return giveUp(
          `the database stopped more than ${RESTARTS_MAX} times within ${minutes} minutes; see postgres.log in the data folder`,
        )
      }
      say(`the database stopped unexpectedly; restart ${restart} of at most ${RESTARTS_MAX} within ${minutes} minutes`)
      await sleep(options.restartAfterMs ?? RESTART_AFTER_MS)
      if (stopping) return
      try {
        current = await launch(() => void relaunch())
        return
      } catch (error) {
        say(`the database does not start: ${errorMessage(error)}`)
      }
    }
  }

  let current = await launch(() => void relaunch())
  return {
    url: current.url,
    async stop() {
      stopping = true
      await current.stop()
    },
  }
}

const embedded = (folder: string, port: number) => (onExit: () => void) =>
  startEmbeddedPostgres({ dataDir: folder, port, durable: true, onExit })
