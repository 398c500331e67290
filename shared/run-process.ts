import { errorMessage } from './errors.ts'

/** Long enough for a stage to finish what it holds; past it, crash recovery does the rest. */
const STOP_WITHIN_MS = 10_000

/**
 * The life of every process: start, or say in one line why not and exit with 1; then on SIGTERM, SIGINT
 * or the end of the parent, stop in order and exit with 0. A second signal does not wait.
 */
export async function runProcess(name: string, start: () => Promise<() => Promise<void>>): Promise<void> {
  let stop: (() => Promise<void>) | null = null
  let stopping = false
  const end = async () => {
    if (stopping) process.exit(1)
    stopping = true
    const late = setTimeout(() => {
      process.stderr.write(`${name}: did not stop within ${STOP_WITHIN_MS / 1000} s\n`)
      process.exit(1)
    }, STOP_WITHIN_MS)
    late.unref()
    await stop?.()
    process.exit(0)
  }
  const onSignal = () =>
    void end().catch((error: unknown) => {
      process.stderr.write(`${name}: ${errorMessage(error)}\n`)
      process.exit(1)
    })
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // A child started over IPC ends with its parent, however the parent ended.
  process.on('disconnect', onSignal)
  try {
    stop = await start()
  } catch (error) {
    process.stderr.write(`${name}: ${errorMessage(error)}\n`)
    process.exit(1)
  }
}
