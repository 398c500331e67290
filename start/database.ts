import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../shared/errors.ts'
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'

const RESTART_AFTER_MS = 500
const RESTARTS_MAX = 20

export interface Database {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the embedded Postgres. If it ends by itself, it is started again on the same folder and port; meanwhile the API
 * serves its last documents, marked stale, and workers retry.
 */
export async function startDatabase(
  folder: string,
  say: (line: string) => void,
  giveUp: (message: string) => void,
): Promise<Database> {
  const port = await freePort()
  let stopping = false
  let restarts = 0
  let current: EmbeddedPostgres
  const launch = () => startEmbeddedPostgres({ dataDir: folder, port, durable: true, onExit: () => void relaunch() })

  async function relaunch(): Promise<void> {
    while (!stopping && restarts < RESTARTS_MAX) {
      restarts++
      say(`the database stopped unexpectedly; restart ${restarts} of at most ${RESTARTS_MAX}`)
      await sleep(RESTART_AFTER_MS)
      if (stopping) return
      try {
        current = await launch()
        return
      } catch (error) {
        say(`the database does not start: ${errorMessage(error)}`)
      }
    }
    if (!stopping) giveUp(`the database stopped ${RESTARTS_MAX} times; see postgres.log in the data folder`)
  }

  current = await launch()
  return {
    url: current.url,
    async stop() {
      stopping = true
      await current.stop()
    },
  }
}
