import { Agent, request } from 'undici'
import { AppError } from '../../shared/errors.ts'
import { runProcess } from '../../shared/run-process.ts'

export interface TradeLoad {
  url: string
  /** One for each client: the same token many times is one hot account. */
  tokens: readonly string[]
  seconds: number
  body: object
}

export interface TradesDone {
  pairs: number
  /** Refused because the market moved in between: no pair, and no failure. */
  moved: number
  seconds: number
}

await runProcess('trade-load', async () => {
  const agent = new Agent({ pipelining: 1 })
  async function post(
    url: string,
    token: string,
    body?: object,
  ): Promise<{ status: number; answer: Record<string, unknown> }> {
    const { statusCode, body: stream } = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    return { status: statusCode, answer: (await stream.json()) as Record<string, unknown> }
  }
  async function run({ url, tokens, seconds, body }: TradeLoad): Promise<TradesDone> {
    const began = performance.now()
    const until = began + seconds * 1_000
    const trades = `${url}/api/v1/trading/trades`
    let pairs = 0
    let moved = 0
    async function client(token: string): Promise<void> {
      while (performance.now() < until) {
        const made = await post(trades, token, body)
        if (made.status !== 201) throw new AppError('internal', JSON.stringify(made.answer))
        const { status, answer } = await post(`${trades}/${String(made.answer.trade_id)}/confirm`, token)
        if (status === 200) pairs += 1
        else if (answer.code === 'price_moved') moved += 1
        else throw new AppError('internal', JSON.stringify(answer))
      }
    }
    await Promise.all(tokens.map(client))
    return { pairs, moved, seconds: (performance.now() - began) / 1_000 }
  }
  process.on('message', async (load: TradeLoad) => process.send!(await run(load)))
  process.send!({ ready: true })
  return () => agent.destroy()
})
