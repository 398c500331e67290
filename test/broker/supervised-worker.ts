import { type ChildProcess, fork } from 'node:child_process'
import { gone, stopWorker } from './crash-runner.ts'
import type { OutagePlan } from './outage-worker.ts'
import type { World } from './world.ts'

const RESTART_AFTER_MS = 500
const OUTPUT_CHARS_MAX = 5_000

export interface SupervisedWorker {
  /** Lets it finish its open transactions. */
  release(): void
  /** Returns how the workers before this one ended. */
  deaths(): string[]
  stop(): Promise<void>
}

/** Restarts a worker process whenever it ends, as start/worker-child.ts does; only the first one holds messages. */
export function superviseWorker(world: World): SupervisedWorker {
  const deaths: string[] = []
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  const launch = (hold: boolean): ChildProcess => {
    const plan: OutagePlan = { config: world.workerConfig, hold }
    const own = fork(new URL('outage-worker.ts', import.meta.url), [JSON.stringify(plan)], {
      execArgv: [],
      silent: true,
    })
    let output = ''
    own.stdout!.resume()
    own.stderr!.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-OUTPUT_CHARS_MAX)
    })
    own.once('close', (code, signal) => {
      if (stopping) return
      deaths.push(`${signal ?? `code ${code}`}: ${output}`)
      timer = setTimeout(() => {
        child = launch(false)
      }, RESTART_AFTER_MS)
    })
    return own
  }
  let child = launch(true)
  return {
    release: () => void (gone(child) || !child.connected || child.send('go on')),
    deaths: () => deaths,
    async stop() {
      stopping = true
      clearTimeout(timer)
      await stopWorker(child)
    },
  }
}
