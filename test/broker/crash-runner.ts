import { type ChildProcess, fork } from 'node:child_process'
import { eventually } from '../../harness/eventually.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import type { CrashPlan } from './crash-worker.ts'
import type { World } from './world.ts'

const DEATHS_MAX = 100
const DRAINED_WITHIN_MS = 10_000

export function startWorker(world: World, plan: Omit<CrashPlan, 'config'>): ChildProcess {
  const config = world.workerConfig
  return fork(new URL('crash-worker.ts', import.meta.url), [JSON.stringify({ config, ...plan })], { execArgv: [] })
}

export const gone = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Sends SIGTERM once; a worker that has not drained after ten seconds is killed, which is an error of the test. */
export async function stopWorker(child: ChildProcess): Promise<void> {
  if (gone(child)) return
  const exited = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, DRAINED_WITHIN_MS)
  await exited
  clearTimeout(timer)
  if (late) throw new Error('the worker did not end on SIGTERM')
}

async function idle(world: World): Promise<boolean> {
  if ((await outboxBacklog(world.sql)).unsent > 0) return false
  const depths = await world.broker.depths()
  return depths.every(({ ready, active, delayed }) => ready + active + delayed === 0)
}

/**
 * Starts a worker, and another whenever one dies, until one is left with nothing to do. Returns the number of deaths.
 * Each worker follows the next of `plans`; the last plan repeats.
 */
export async function runUntilNobodyDies(
  world: World,
  plans: Omit<CrashPlan, 'config'>[],
  afterDeath: () => Promise<void> = async () => {},
): Promise<number> {
  for (let deaths = 0; deaths <= DEATHS_MAX; deaths += 1) {
    const child = startWorker(world, plans[Math.min(deaths, plans.length - 1)]!)
    try {
      await eventually(async () => gone(child) || (await idle(world)), { within: 30_000 })
      if (!gone(child)) return deaths
      if (child.signalCode !== 'SIGKILL') throw new Error(`worker ended by itself, code ${child.exitCode}`)
      await afterDeath()
      await world.noticeLostWorkers()
    } finally {
      await stopWorker(child)
    }
  }
  throw new Error(`${DEATHS_MAX} workers died`)
}
