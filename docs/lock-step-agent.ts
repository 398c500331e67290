import { createClient } from '../client/index.js'

/** An example agent by rules alone: it buys SPY while the health score is above its rule, and is in cash otherwise. */
const SCORE_MIN = 50
const SHARES = 20

const agent = createClient({
  baseUrl: process.env.MARKET_URL ?? 'http://127.0.0.1:8080',
  token: process.env.TOKEN ?? '',
})
const sessions = Number(process.argv[2] ?? 21)

/** Takes the price that a quote promises, or reports why the service refuses. */
async function trade(side: 'buy' | 'sell', quantity: number, key: string): Promise<string> {
  try {
    const quoted = await agent.initiateStockTrade({}, { body: { symbol: 'SPY', side, quantity }, idempotencyKey: key })
    const { status, fill_price } = await agent.confirmTrade({ trade_id: quoted.trade_id })
    return `${side} ${quantity} SPY: ${status} at ${fill_price ?? 'no price'}`
  } catch (error) {
    return `${side} ${quantity} SPY: ${error instanceof Error ? error.message : String(error)}`
  }
}

const days = new Set<string>()
for await (const { service_time, market_open } of agent.cycles()) {
  // The clock stands until the next turn of this loop, however long the agent thinks.
  const day = service_time.slice(0, 10)
  if (!days.has(day) && days.size === sessions) break
  days.add(day)
  if (!market_open) continue
  const { health_score } = await agent.getLatestSignals()
  const { positions } = await agent.listPositions()
  const held = positions.find(({ symbol }) => symbol === 'SPY')?.quantity ?? 0
  const wanted = (health_score ?? 0) >= SCORE_MIN ? SHARES : 0
  if (wanted === held) continue
  const side = wanted > held ? 'buy' : 'sell'
  console.log(service_time, await trade(side, Math.abs(wanted - held), `${service_time}/${side}`))
}
const { equity, initial_balance } = await agent.getTradingAccount()
console.log(`${days.size} sessions: equity ${equity} after ${initial_balance}`)
console.log(JSON.stringify(await agent.getScorecard(), null, 2))
