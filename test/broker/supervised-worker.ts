import { type ChildProcess, fork } from 'node:child_process'
import { gone, stopWorker } from './crash-runner.ts'
import type { OutagePlan } from './outage-worker.ts'
import type { World } from './world.ts'

const RESTART_AFTER_MS = 500
const SAID_CHARS_MAX = 5_000

export interface SupervisedWorker {
  /** Lets it finish the transactions it is in the middle of. */
  release(): void
  /** How the workers before this one ended. */
  deaths(): string[]
  stop(): Promise<void>
}

/** A worker process that is started again whenever it ends, as start/worker-child.ts does; only the first one holds. */
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
    let said = ''
    own.stdout!.resume()
    own.stderr!.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-SAID_CHARS_MAX)
    })
    own.once('close', (code, signal) => {
      if (stopping) return
      deaths.push(`${signal ?? `code ${code}`}: ${said}`)
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
