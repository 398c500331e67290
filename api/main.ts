import { hostname } from 'node:os'
import { readConfig } from '../shared/config.ts'
import { AppError, errorMessage } from '../shared/errors.ts'
import { createLog } from '../shared/log.ts'
import { openPool, type Pool } from '../shared/postgres/db.ts'
import { serviceClock } from '../shared/postgres/service-time.ts'
import { siblingPool } from '../shared/postgres/sibling-pool.ts'
import { startApi } from './start-api.ts'

/** One replica: `DATABASE_URL` and the tokens from the environment, nothing kept on disk. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (!config.DATABASE_URL) {
    throw new AppError('invalid', 'DATABASE_URL: a replica needs a Postgres server (npm start brings its own)')
  }
  const log = createLog({ level: config.LOG_LEVEL, process: 'api' })
  const clockPool: Pool = siblingPool(openPool(config.DATABASE_URL, { max: 1, name: 'api-clock', readOnly: true }))
  const clock = serviceClock(() => clockPool)
  const api = await startApi({
    databaseUrl: config.DATABASE_URL,
    tokens: { admin: config.ADMIN_TOKEN, internal: config.INTERNAL_TOKEN },
    host: config.HOST,
    port: config.PORT,
    clock,
    log,
    dataMode: config.SIMULATOR_URL ? 'simulated' : 'live',
    instanceId: `${hostname()}-${process.pid}`,
  })
  // The clock is real time until the first answer; a database that is away must not delay listening.
  void clock.sync().catch(() => {})
  log.info({ url: api.url }, 'listening')

  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    clock.close()
    void Promise.all([api.close(), clockPool.end({ timeout: 1 })]).finally(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`api: ${errorMessage(error)}\n`)
    process.exit(1)
  })
}
