import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const RESTART_AFTER_MS = 1_000
/** A child that keeps failing is restarted less often; one that ran this long has recovered. */
const RESTART_AFTER_MS_MAX = 15_000
const HEALTHY_AFTER_MS = 60_000
/**
 * As for this process in package.json: a lower limit makes V8 collect sooner, long before the limit is near. Batches of
 * company panels outlive a small young generation, and copying them to the old one took a fifth of the time. The worker
 * returns that memory when it is idle; for this it may trigger a collection itself.
 */
const HEAP = ['--max-old-space-size=512', '--max-semi-space-size=64', '--expose-gc']

export interface WorkerChild {
  pid(): number | undefined
  stop(): Promise<void>
}

/**
 * Runs all workers in one child process. It is crash-only: if it ends by itself, it is started again and resumes its
 * work on the same path as after a normal start.
 */
export function startWorkerChild(env: NodeJS.ProcessEnv, say: (line: string) => void): WorkerChild {
  const main = fileURLToPath(new URL('../workers/main.ts', import.meta.url))
  let child: ChildProcess
  let failures = 0
  let stopping = false
  const launch = () => {
    // The IPC channel is a lifeline: however this process dies, the child drains and ends. In a process group of its own,
    // the child is stopped in its turn at Ctrl-C, after the API and before Postgres.
    child = spawn(process.execPath, [...HEAP, main, '--all', '--backfill'], {
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const launched = performance.now()
    child.once('exit', (code, signal) => {
      if (stopping) return
      failures = performance.now() - launched > HEALTHY_AFTER_MS ? 1 : failures + 1
      const waitMs = Math.min(RESTART_AFTER_MS_MAX, RESTART_AFTER_MS * 2 ** (failures - 1))
      say(`the workers stopped unexpectedly (${signal ?? `code ${code}`}); restarting them in ${waitMs / 1_000} s`)
      setTimeout(() => stopping || launch(), waitMs)
    })
  }
  launch()
  return {
    pid: () => child.pid,
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await gone
    },
  }
}
