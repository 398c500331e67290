import { Client } from 'undici'
import { AppError } from '../../shared/errors.ts'
import { runProcess } from '../../shared/run-process.ts'
import { quantile } from '../statistics.ts'

export interface TradeLoad {
  url: string
  /** One token for each client; a repeated token makes one hot account. */
  tokens: readonly string[]
  seconds: number
  body: object
}

export interface TradesDone {
  pairs: number
  /** Confirmations refused because the market moved: neither pairs nor failures. */
  moved: number
  seconds: number
  /** Milliseconds of 99 of 100 pairs at most. */
  p99Ms: number
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Avoids the client's streams and promises: processor time of the load is missing from the measured side. */
const post = (client: Client, path: string, token: string, body: string | null): Promise<Answer> =>
  new Promise((answered, failed) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    }
    let status = 0
    let text = ''
    client.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode
        },
        onResponseData(_controller, chunk) {
          text += chunk.toString()
        },
        onResponseEnd: () => answered({ status, body: JSON.parse(text) as Record<string, unknown> }),
        onResponseError: (_controller, error) => failed(error),
      },
    )
  })

const TRADES = '/api/v1/trading/trades'

await runProcess('trade-load', async () => {
  async function run({ url, tokens, seconds, body }: TradeLoad): Promise<TradesDone> {
    const order = JSON.stringify(body)
    const began = performance.now()
    const until = began + seconds * 1_000
    let pairs = 0
    let moved = 0
    const tookMs: number[] = []
    async function trade(token: string): Promise<void> {
      const client = new Client(url)
      while (performance.now() < until) {
        const since = performance.now()
        const made = await post(client, TRADES, token, order)
        if (made.status !== 201) throw new AppError('internal', JSON.stringify(made.body))
        const ended = await post(client, `${TRADES}/${String(made.body.trade_id)}/confirm`, token, null)
        tookMs.push(performance.now() - since)
        if (ended.status === 200) pairs += 1
        else if (ended.body.code === 'price_moved') moved += 1
        else throw new AppError('internal', JSON.stringify(ended.body))
      }
      await client.close()
    }
    await Promise.all(tokens.map(trade))
    return { pairs, moved, seconds: (performance.now() - began) / 1_000, p99Ms: quantile(tookMs, 0.99) }
  }
  process.on('message', async (load: TradeLoad) => process.send!(await run(load)))
  process.send!({ ready: true })
  return async () => {}
})
