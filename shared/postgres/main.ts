import { readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { runProcess } from '../run-process.ts'
import { withSecretFiles } from '../secret-files.ts'
import { explainDatabase } from './server/database-error.ts'
import { openPool } from './server/db.ts'
import { migrate } from './server/migrate.ts'
import { ensureServiceTime } from './server/service-time.ts'

/** `npm run migrate` brings the schema up to this version and, on a fresh database, starts service time in real time. */
await runProcess('migrate', async () => {
  const { DATABASE_URL, DATABASE_READER_URL: readerUrl } = readConfig(withSecretFiles(process.env))
  if (!DATABASE_URL) throw new AppError('invalid', 'DATABASE_URL: required (npm start migrates its own Postgres)')
  const sql = openPool(DATABASE_URL, { max: 1, name: 'migrate', statementTimeoutMs: 600_000 })
  try {
    const { applied, readerProblem } = await migrate(sql, { readerUrl }).catch(explainDatabase)
    await ensureServiceTime(sql)
    process.stdout.write(applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'the schema is up to date\n')
    if (readerProblem) process.stderr.write(`the verdict cannot be served: ${readerProblem}\n`)
  } finally {
    await sql.end({ timeout: 5 })
  }
  return async () => {}
})
