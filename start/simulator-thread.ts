import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { returnMemoryWhenIdle } from '../shared/idle-memory.ts'
import { systemClock } from '../shared/time/clock.ts'
import { type SimulatorOptions, startSimulator } from '../simulator/server.ts'

type SimulatedWorld = Pick<SimulatorOptions, 'seed' | 'members' | 'quotas' | 'scenario' | 'start'>

export interface SimulatorThread {
  url: string
  stop(): Promise<void>
}

/** A heap may grow to a multiple of its live objects, and the multiple follows from its limit: here 1.4, not 4. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 }

/** Runs the simulated vendors in a thread: reached over HTTP like any vendor, without an extra process. */
export async function startSimulatorThread(world: SimulatedWorld): Promise<SimulatorThread> {
  const thread = new Worker(new URL(import.meta.url), { workerData: world, resourceLimits: HEAP })
  const url = await new Promise<string>((done, fail) => {
    thread.once('message', (message: { url: string }) => done(message.url))
    thread.once('error', fail)
  })
  return {
    url,
    async stop() {
      await thread.terminate()
    },
  }
}

if (!isMainThread && parentPort) {
  const world = workerData as SimulatedWorld
  const simulator = await startSimulator({ ...world, now: () => systemClock.now() })
  returnMemoryWhenIdle()
  parentPort.postMessage({ url: simulator.url })
}
