import { setPriority } from 'node:os'
import { Client } from 'undici'
import { runProcess } from '../../shared/run-process.ts'

export interface CrowdLoad {
  url: string
  connections: number
  /** Connections share this many addresses. */
  addresses: number
  /** Milliseconds between two requests of one connection at least; 0: each follows the answer before. */
  everyMs: number
  /** Begins to count once a request was beyond the limit. */
  untilRefused: boolean
}

export interface CrowdDone {
  seconds: number
  /** Answers by status. */
  answers: Record<number, number>
  failed: number
}

/** The weakest priority, because the crowd has machines of its own and must not take this one's processors. */
const WEAKEST = 19
/** One request in ten is of the class with the lower limit, which is a tenth of the other. */
const COSTLY_EVERY = 10

/** A prime, so that draws below any smaller number differ from one to the next. */
const STRIDE = 7_919
let drawn = 0

/** From 1 to `below`, another one each time and the same in every run. */
function random(below: number): number {
  drawn += STRIDE
  return 1 + (Math.floor(drawn / 64) % below)
}

const COSTLY: readonly (() => string)[] = [
  () => '/api/v1/signals/export',
  () => `/api/v1/trading/options/chain/SPY?strike_count=${4 + random(40)}`,
  () => '/api/v1/signals/intraday-replay',
  () => '/api/v1/agents/pulse',
  () => '/api/v1/signals/sparklines?metrics=vix_close,hy_oas,gex',
]
/** Other documents each time, so that no cache answers. */
const PUBLIC: readonly (() => string)[] = [
  () => `/api/v1/signals/history?days=${random(365)}`,
  () => `/api/v1/alerts/history?days=${random(365)}`,
  () => `/api/v1/signals/latest?as_of=${new Date(Date.UTC(2026, 10, 30, 15, 0, random(3_600))).toISOString()}`,
  () => `/api/v1/events?limit=${random(100)}`,
  () => '/',
]

const pick = (paths: readonly (() => string)[]): string => paths[random(paths.length) - 1]!()

/** 127.1.0.1, 127.1.0.2 and so on: the kernel takes all of them for this machine. */
const addressOf = (at: number): string => `127.1.${Math.floor(at / 250)}.${1 + (at % 250)}`

interface Crowd {
  refused: Promise<void>
  stop(): Promise<CrowdDone>
}

await runProcess('crowd-load', async () => {
  setPriority(WEAKEST)
  let running: Crowd | null = null

  function start({ url, connections, addresses, everyMs }: CrowdLoad): Crowd {
    const refused = Promise.withResolvers<void>()
    let isOver = false
    let failed = 0
    const answers: Record<number, number> = {}
    const began = performance.now()
    async function come(at: number): Promise<void> {
      const client = new Client(url, { localAddress: addressOf(at % addresses), bodyTimeout: 0, headersTimeout: 0 })
      let sent = random(COSTLY_EVERY)
      while (!isOver) {
        const since = performance.now()
        try {
          const path = pick(sent++ % COSTLY_EVERY === 0 ? COSTLY : PUBLIC)
          const { statusCode, body } = await client.request({ method: 'GET', path })
          await body.dump({ limit: Number.POSITIVE_INFINITY })
          answers[statusCode] = (answers[statusCode] ?? 0) + 1
          if (statusCode === 429) refused.resolve()
        } catch {
          failed++
        }
        const restMs = everyMs - (performance.now() - since)
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
      }
      await client.destroy()
    }
    const comers = Array.from({ length: connections }, (_, at) => come(at))
    return {
      refused: refused.promise,
      async stop() {
        isOver = true
        await Promise.all(comers)
        return { seconds: (performance.now() - began) / 1_000, answers, failed }
      },
    }
  }

  process.on('message', async (order: CrowdLoad | { stop: true }) => {
    if ('stop' in order) {
      const done = await running?.stop()
      running = null
      process.send!(done)
    } else {
      running = start(order)
      if (order.untilRefused) await running.refused
      process.send!({ started: true })
    }
  })
  process.send!({ ready: true })
  return async () => {}
})
