import { runProcess } from '../../shared/run-process.ts'

/** The pool of a stage's worker process. */
export const POOL_MAX = 10

/** Configuration of a draining process. */
export interface DrainPlan {
  databaseUrl: string
  amqpUrl?: string | undefined
  amqpPrefix?: string | undefined
  concurrency: number
}

export interface DrainOrder {
  messages: number
  /** True if each message makes another, as a stage's does; only the bare sides read it. */
  output: boolean
}

/** Takes the ordered number of messages from the queue, makes their effects and acknowledges all of them. */
export type Drain = (order: DrainOrder) => Promise<void>

/** Runs a draining process: it reports ready, then answers each order with the seconds it took. */
export async function runDrain(
  open: (plan: DrainPlan) => Promise<{ drain: Drain; close(): Promise<void> }>,
): Promise<void> {
  await runProcess('drain', async () => {
    const { drain, close } = await open(JSON.parse(process.argv[2]!) as DrainPlan)
    process.on('message', async (order: DrainOrder) => {
      const started = performance.now()
      await drain(order)
      process.send!({ seconds: (performance.now() - started) / 1_000 })
    })
    process.send!({ ready: true })
    return close
  })
}
