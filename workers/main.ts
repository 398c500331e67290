import { readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { createLog } from '../shared/log.ts'
import { runProcess } from '../shared/run-process.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { startTracing } from '../shared/tracing/start-tracing.ts'
import { openConnections } from './open-connections.ts'
import { readRoles, rolesInWords, stagesOf } from './roles.ts'

/** The child of npm start ends with its parent, which is stopped from a terminal. */
const AS_CHILD_MS = 10_000
let graceMs = AS_CHILD_MS

/** One worker process: `npm run worker -- --stages signals,report`. */
const start = async () => {
  const config = readConfig(withSecretFiles(process.env))
  const roles = readRoles(process.argv.slice(2))
  const { DATABASE_URL, SIMULATOR_URL, SOURCES } = config
  if (!DATABASE_URL)
    throw new AppError('invalid', 'DATABASE_URL: required (npm start runs its own Postgres, a worker does not)')
  if (roles.sources.length > 0 && SOURCES === 'simulated' && !SIMULATOR_URL) {
    throw new AppError(
      'invalid',
      'SIMULATOR_URL: required for --sources (npm run simulator prints it), unless SOURCES=live',
    )
  }
  const log = createLog({ level: config.LOG_LEVEL, process: 'worker' })
  const connections = await openConnections({ ...config, DATABASE_URL }, log)
  // Loaded only now, because loading every stage takes longer than all checks before it.
  const [{ longestGraceMs }, { startWorkers }] = await Promise.all([
    import('./drain-grace.ts'),
    import('./start-workers.ts'),
  ])
  if (process.send === undefined) graceMs = await longestGraceMs(stagesOf(roles), config)
  const tracing = await startTracing({ endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, roles: rolesInWords(roles) }, log)
  const workers = await startWorkers(config, roles, { connections, log })
  return async () => {
    const since = performance.now()
    log.info({ withinS: graceMs / 1_000 }, 'workers_stopping')
    await workers.drain()
    await tracing.stop()
    log.info({ tookMs: Math.round(performance.now() - since) }, 'workers_stopped')
  }
}
await runProcess('worker', start, { stopWithinMs: () => graceMs })
