import { readConfig } from '../config.ts'
import { directDatabaseUrl } from '../connection-variables.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { runProcess } from '../run-process.ts'
import { withSecretFiles } from '../secret-files.ts'
import { checkDatabase } from './server/check-database.ts'
import { explainDatabase } from './server/database-error.ts'
import { openPool } from './server/db.ts'
import { migrate } from './server/migrate.ts'
import { ensureServiceTime } from './server/service-time.ts'
import { refuseOtherWorld } from './server/simulated-world.ts'

/** `npm run migrate` brings the schema up to this version and, on a fresh database, starts service time in real time. */
await runProcess('migrate', async () => {
  const config = readConfig(withSecretFiles(process.env))
  const url = directDatabaseUrl(config)
  if (!url) throw new AppError('invalid', 'DATABASE_URL: required (npm start migrates its own Postgres)')
  const { DATABASE_READER_URL: readerUrl, DATABASE_DIRECT_URL } = config
  const log = createLog({ level: config.LOG_LEVEL, process: 'migrate' })
  // A pooler that is away does not stop a migration, which goes around it.
  await checkDatabase(DATABASE_DIRECT_URL ? { DATABASE_DIRECT_URL } : { DATABASE_URL: url }, log)
  const sql = openPool(url, { max: 1, name: 'migrate' })
  try {
    const onLocked = () => log.warn({}, 'migration_waits_for_a_table')
    const { applied, readerProblem } = await migrate(sql, { readerUrl, onLocked }).catch(explainDatabase)
    await ensureServiceTime(sql)
    await refuseOtherWorld(sql, config)
    process.stdout.write(applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'the schema is up to date\n')
    if (readerProblem) process.stderr.write(`the verdict cannot be served: ${readerProblem}\n`)
  } finally {
    await sql.end({ timeout: 5 })
  }
  return async () => {}
})
