import { readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { createLog } from '../shared/log.ts'
import { runProcess } from '../shared/run-process.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { startTracing } from '../shared/tracing/start-tracing.ts'
import { longestGraceMs } from './drain-grace.ts'
import { readRoles, rolesInWords, stagesOf } from './roles.ts'
import { startWorkers } from './start-workers.ts'

/** The child of npm start ends with its parent, which is stopped from a terminal. */
const AS_CHILD_MS = 10_000
let graceMs = AS_CHILD_MS

/** One worker process: `npm run worker -- --stages signals,report`. */
const start = async () => {
  const config = readConfig(withSecretFiles(process.env))
  const roles = readRoles(process.argv.slice(2))
  const { DATABASE_URL, SIMULATOR_URL, SOURCES } = config
  if (!DATABASE_URL)
    throw new AppError('invalid', 'DATABASE_URL: required (npm start brings its own Postgres, a worker does not)')
  if (roles.sources.length > 0 && SOURCES === 'simulated' && !SIMULATOR_URL) {
    throw new AppError(
      'invalid',
      'SIMULATOR_URL: required for --sources (npm run simulator prints it), unless SOURCES=live',
    )
  }
  if (process.send === undefined) graceMs = longestGraceMs(stagesOf(roles), config)
  const log = createLog({ level: config.LOG_LEVEL, process: 'worker' })
  const tracing = await startTracing({ endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, roles: rolesInWords(roles) }, log)
  const workers = await startWorkers({ ...config, DATABASE_URL }, roles, log)
  return async () => {
    await workers.drain()
    await tracing.stop()
  }
}
await runProcess('worker', start, { stopWithinMs: () => graceMs })
