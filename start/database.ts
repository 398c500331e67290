import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../shared/errors.ts'
import { freePort } from '../shared/free-port.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import { restartBudget } from './restart-budget.ts'

const RESTART_AFTER_MS = 500
const RESTARTS_MAX = 20
const RESTARTS_WITHIN_MS = 10 * 60_000
/** Postgres stops when the next segment of its log of changes (16 MB) does not fit. */
export const ROOM_MB_MIN = 32
const MB = 1_048_576
const minutes = RESTARTS_WITHIN_MS / 60_000

export interface Database {
  url: string
  /** The address for the processes of this service. */
  localUrl: string
  stop(): Promise<void>
}

export interface DatabaseOptions {
  say: (line: string) => void
  /** Called once the server has died too often within a short time. */
  giveUp: (message: string) => void
  /** The default is the embedded Postgres of the folder. */
  launch?: (onExit: () => void) => Promise<Pick<EmbeddedPostgres, 'url' | 'localUrl' | 'stop'>>
  /** Milliseconds on a monotonic clock. */
  now?: () => number
  restartAfterMs?: number
  /** Free space of the folder's disk. */
  freeMb?: () => Promise<number>
}

/**
 * Starts the embedded Postgres. If it ends by itself, it is started again on the same folder and port; meanwhile the API
 * serves its last documents, marked stale, and workers retry.
 */
export async function startDatabase(folder: string, options: DatabaseOptions): Promise<Database> {
  const {
    say,
    giveUp,
    launch = embedded(folder, await freePort()),
    now = () => performance.now(),
    freeMb = () => freeMbOf(folder),
  } = options
  const budget = restartBudget({ max: RESTARTS_MAX, withinMs: RESTARTS_WITHIN_MS, now })
  const pauseMs = options.restartAfterMs ?? RESTART_AFTER_MS
  let stopping = false

  /** On a full disk Postgres would die again and again; once there is room it starts, however long that takes. */
  async function waitForRoom(): Promise<void> {
    let waited = false
    while (!stopping && (await freeMb()) < ROOM_MB_MIN) {
      if (!waited) say(`the disk of the data folder is full: the database starts again when ${ROOM_MB_MIN} MB are free`)
      waited = true
      await sleep(pauseMs)
    }
  }

  async function relaunch(): Promise<void> {
    while (!stopping) {
      await waitForRoom()
      if (stopping) return
      const restart = budget.take()
      if (restart === null) {
        return giveUp(
          `the database stopped more than ${RESTARTS_MAX} times within ${minutes} minutes; see postgres.log in the data folder`,
        )
      }
      say(`the database stopped unexpectedly; restart ${restart} of at most ${RESTARTS_MAX} within ${minutes} minutes`)
      await sleep(pauseMs)
      if (stopping) return
      try {
        const next = await launch(() => void relaunch())
        if (next.localUrl === current.localUrl) {
          current = next
          return
        }
        await next.stop()
        say('the database cannot make the socket by which the service reaches it')
      } catch (error) {
        say(`the database does not start: ${errorMessage(error)}`)
      }
    }
  }

  let current = await launch(() => void relaunch())
  return {
    url: current.url,
    localUrl: current.localUrl,
    async stop() {
      stopping = true
      await current.stop()
    },
  }
}

const embedded = (folder: string, port: number) => (onExit: () => void) =>
  startEmbeddedPostgres({ dataDir: folder, port, durable: true, onExit })

/** A disk that cannot be measured is not called full. */
export async function freeMbOf(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => null)
  return disk ? (disk.bavail * disk.bsize) / MB : Number.POSITIVE_INFINITY
}
