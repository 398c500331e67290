import { readConfig } from '../shared/config.ts'
import { runProcess } from '../shared/run-process.ts'
import { withSecretFiles } from '../shared/secret-files.ts'

/** Ten seconds for the workers plus ten for Postgres. */
const STOP_WITHIN_MS = 20_000

/**
 * Starts everything in at most two processes of our own: this one (API, and the vendors' simulator in a thread) and a
 * child with all workers; the embedded Postgres is separate. The configuration is read before the service is loaded, so
 * that a mistake in it is reported at once.
 */
await runProcess(
  'start',
  async () => {
    const variables = withSecretFiles(process.env)
    const config = readConfig(variables)
    const { startAll } = await import('./start-all.ts')
    await using starting = new AsyncDisposableStack()
    await startAll({ config, variables }, starting)
    const started = starting.move()
    return () => started.disposeAsync()
  },
  { stopWithinMs: () => STOP_WITHIN_MS, renewsItsPools: true },
)
