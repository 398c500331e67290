import { runProcess } from '../../shared/run-process.ts'

/** As in a stage's worker process. */
export const POOL_MAX = 10

/** What a draining process is told when it starts. */
export interface DrainPlan {
  databaseUrl: string
  amqpUrl?: string | undefined
  amqpPrefix?: string | undefined
  concurrency: number
}

export interface DrainOrder {
  messages: number
  /** Asked of the bare sides only: whether each message makes another, as a stage's does. */
  output: boolean
}

/** Takes that many messages from the queue, makes their effects, and has all of them acknowledged. */
export type Drain = (order: DrainOrder) => Promise<void>

/** The life of a draining process: ready, then one answer in seconds for each number of messages it is asked to drain. */
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
