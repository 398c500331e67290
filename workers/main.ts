import { readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { createLog } from '../shared/log.ts'
import { runProcess } from '../shared/run-process.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { readRoles } from './roles.ts'
import { startWorkers } from './start-workers.ts'

/** One worker process: `npm run worker -- --stages signals,report`. */
await runProcess('worker', async () => {
  const config = readConfig(withSecretFiles(process.env))
  const roles = readRoles(process.argv.slice(2))
  const { DATABASE_URL, SIMULATOR_URL } = config
  if (!DATABASE_URL)
    throw new AppError('invalid', 'DATABASE_URL: required (npm start brings its own Postgres, a worker does not)')
  if (roles.sources.length > 0 && !SIMULATOR_URL) {
    throw new AppError(
      'invalid',
      'SIMULATOR_URL: required for --sources (npm run simulator prints it); live hosts are not part of this version',
    )
  }
  const workers = await startWorkers(
    { ...config, DATABASE_URL },
    roles,
    createLog({ level: config.LOG_LEVEL, process: 'worker' }),
  )
  return () => workers.drain()
})
