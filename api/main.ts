import { type Config, readConfig } from '../shared/config.ts'
import { directDatabaseUrl } from '../shared/connection-variables.ts'
import { AppError, errorKind, errorMessage } from '../shared/errors.ts'
import { createLog, type Log } from '../shared/log.ts'
import { ASKED_ONCE_WITHIN_S, checkDatabase } from '../shared/postgres/server/check-database.ts'
import { openPool } from '../shared/postgres/server/db.ts'
import { refuseOlderSchema } from '../shared/postgres/server/migrate.ts'
import { refuseOtherWorld } from '../shared/postgres/server/simulated-world.ts'
import { runProcess } from '../shared/run-process.ts'
import { withSecretFiles } from '../shared/secret-files.ts'

/**
 * An unreachable database does not prevent the start: the replica answers with reasons, and reads once the database is
 * back.
 */
async function checkReplica(config: Config, log: Log): Promise<void> {
  try {
    await checkDatabase(config, log, ASKED_ONCE_WITHIN_S)
    const sql = openPool(directDatabaseUrl(config)!, { max: 1, name: 'api-world' })
    // A missing schema, or a table without permission to read it, does not prevent the start.
    const refusal = await refuseOlderSchema(sql)
      .then(() => refuseOtherWorld(sql, config))
      .catch((error: unknown) => error)
    await sql.end({ timeout: 1 })
    if (refusal !== undefined && errorKind(refusal) === 'conflict') throw refusal
  } catch (error) {
    if (errorKind(error) !== 'unavailable') throw error
    log.warn({ error: errorMessage(error) }, 'database_away')
  }
}

/** Added to the notice: the end of requests, which start-api.ts bounds by ten seconds, then brokerage and pools. */
const REST_MS = 15_000
let noticeMs = 0

/** One replica: it reads `DATABASE_URL` and the tokens from the environment and stores nothing on disk. */
await runProcess(
  'api',
  async () => {
    const config = readConfig(withSecretFiles(process.env))
    if (!config.DATABASE_URL) {
      throw new AppError('invalid', 'DATABASE_URL: a replica needs a Postgres server (npm start brings its own)')
    }
    noticeMs = config.DRAIN_NOTICE_S * 1_000
    const log = createLog({ level: config.LOG_LEVEL, process: 'api' })
    await checkReplica(config, log)
    // Loaded only now, because loading every route takes longer than all checks before it.
    const { runReplica } = await import('./run-replica.ts')
    return await runReplica({ ...config, DATABASE_URL: config.DATABASE_URL }, log)
  },
  { renewsItsPools: true, stopWithinMs: () => noticeMs + REST_MS },
)
