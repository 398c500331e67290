import { createClient, MarketError } from '../client/index.js'
import { nextNamed } from '../shared/time/clock-target.ts'
import { eventually } from './eventually.ts'

/** By then a quote of the previous report has ended, and one of this report has not. */
const LATER_MS = 31_000

type Client = ReturnType<typeof createClient>

/** The log of an agent about what it saw and did, which is the same in two runs of the same story. */
export type Diary = string[]

/** A busy machine may keep the service from answering. The clock stands meanwhile, so a later try has the same outcome. */
const trade = (quote: () => Promise<{ trade_id: string }>, agent: Client): Promise<string> =>
  eventually(async () => {
    try {
      const { trade_id } = await quote()
      const { status, fill_price } = await agent.confirmTrade({ trade_id })
      return `${status} at ${fill_price}`
    } catch (error) {
      if (error instanceof MarketError) return error.code !== 'unavailable' && `refused: ${error.code}`
      throw error
    }
  })

/** Buys and sells SPY in turn, and calls above the money; what it does follows from the time and from what it reads. */
async function turn(agent: Client, time: string, number: number): Promise<string[]> {
  const { health_score, regime } = await agent.getLatestSignals()
  const { price, bid, ask, quoted_at } = await agent.getQuote({ symbol: 'SPY' })
  const side = number % 3 === 2 ? 'sell' : 'buy'
  const quantity = 1 + ((health_score ?? 0) % 7)
  const stock = await trade(
    () => agent.initiateStockTrade({}, { body: { symbol: 'SPY', side, quantity }, idempotencyKey: `${time}/stock` }),
    agent,
  )
  const { contracts, underlying_price } = await agent.getOptionChain({ symbol: 'SPY', strike_count: 6 })
  const call = contracts.find(({ type, strike }) => type === 'call' && strike > (underlying_price ?? 0))
  const option = call
    ? await trade(
        () =>
          agent.initiateOptionTrade(
            {},
            { body: { contract: call.contract, side: 'buy', quantity: 1 }, idempotencyKey: `${time}/option` },
          ),
        agent,
      )
    : 'no contract'
  return [
    `${time} ${regime} ${health_score}`,
    `SPY ${price} ${bid} ${ask} ${quoted_at}`,
    `${side} ${quantity}: ${stock}`,
    `${call?.contract ?? 'no call'}: ${option}`,
  ]
}

const next = (after: Date, until: Date): Date =>
  new Date(Math.min(nextNamed('next-cycle', after).getTime(), until.getTime()))

/** Lives through a market in lock-step from an instant until another one, and trades at each report in a session. */
export async function walk({
  url,
  token,
  from,
  until,
  turnsMax = Number.POSITIVE_INFINITY,
  first = 0,
}: {
  url: string
  token: string
  from: Date
  until: Date
  /** After so many turns it only looks; absent: it always trades. */
  turnsMax?: number
  /** The number of its first turn, which decides whether it buys or sells: another number is another agent. */
  first?: number
}): Promise<Diary> {
  const agent = createClient({ baseUrl: url, token })
  const diary: Diary = []
  let turns = 0
  for (let at = next(from, until); at < until; at = next(at, until)) {
    const { service_time, market_open } = await agent.wake({ at: at.toISOString() })
    if (market_open && turns < turnsMax) diary.push(...(await turn(agent, service_time, first + turns++)))
    // Half a minute later a second look, between two events of the service.
    const woken = await agent.wake({ at: new Date(at.getTime() + LATER_MS).toISOString() })
    const { equity, balance } = await agent.getTradingAccount()
    diary.push(`${woken.service_time}: equity ${equity}, cash ${balance}`)
  }
  await agent.wake({ at: until.toISOString() })
  return diary
}
