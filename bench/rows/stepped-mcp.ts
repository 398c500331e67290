import { currentClient, type McpClient } from '../../harness/mcp-clients.ts'
import { AppError } from '../../shared/errors.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { openFilledSteppedMarket } from '../filled-market.ts'
import type { PlainRow } from '../row.ts'

const FIRST = tradingDay('2026-12-01')
const SESSIONS = 3
const QUICK_CYCLES = 3
const TURNS = 5

interface Lived {
  seconds: number[]
  calls: number
  trades: number
}

/** An agent that has nothing but the tools: it wakes for each report, looks at the market, and trades five times a session. */
async function liveByTools(
  agent: McpClient,
  { sessions, cyclesMax }: { sessions: number; cyclesMax: number },
): Promise<Lived> {
  const lived: Lived = { seconds: [], calls: 0, trades: 0 }
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    lived.calls++
    const { isError, text, body } = await agent.call(name, given)
    if (isError) throw new AppError('unavailable', `${name} answers ${text}`)
    return body
  }
  const trade = async (side: string): Promise<void> => {
    const { trade_id } = await call('quote_trade', { symbol: 'SPY', side, quantity: 2 })
    const { status } = await call('confirm_trade', { trade_id })
    if (status === 'executed') lived.trades++
  }
  let [after, day, turns, begun] = ['', '', 0, performance.now()]
  for (let cycles = 0; cycles < cyclesMax; ) {
    const woken = await call('get_market_hours', after ? { wait_for: 'cycle', after } : { wait_for: 'cycle' })
    if (woken.woken_by === null) continue
    after = woken.service_time
    cycles++
    const today = after.slice(0, 10)
    if (today !== day) {
      // A session ends where the next one begins, so that its evening and its night belong to it.
      if (day !== '') lived.seconds.push((performance.now() - begun) / 1_000)
      if (lived.seconds.length === sessions) return lived
      ;[day, turns, begun] = [today, 0, performance.now()]
    }
    if (!woken.market_open) continue
    await call('get_market_state')
    await call('list_positions')
    if (turns < TURNS) await trade(turns % 2 === 0 ? 'buy' : 'sell')
    turns++
  }
  return lived
}

/** An agent runs in lock-step by the tools for language models alone: how many sessions it gets through. */
export const steppedMcp: PlainRow = {
  kind: 'plain',
  id: 'stepped-mcp',
  isOnRequest: true,
  async measure(rig) {
    const { market, token } = await openFilledSteppedMarket(rig, FIRST, { isSmall: true })
    const agent = await currentClient(`${market.product.url}/mcp`, token)
    rig.defer(() => agent.close())
    await market.clock({ action: 'lock-step' })
    const begun = performance.now()
    const cyclesMax = rig.quick ? QUICK_CYCLES : Number.POSITIVE_INFINITY
    const { seconds, calls, trades } = await liveByTools(agent, { sessions: SESSIONS, cyclesMax })
    const minutes = (performance.now() - begun) / 60_000
    await market.clock({ action: 'pause' })
    const note = `${seconds.length} sessions of few members, ${calls} calls of tools, ${trades} trades`
    if (seconds.length === 0) return [{ figure: 'calls of tools', unit: 'calls/min', values: [calls / minutes], note }]
    return [
      { figure: 'sessions through the MCP tools', unit: 'sessions/min', values: [seconds.length / minutes], note },
      {
        figure: 'a session through the MCP tools, from the first report to the next one’s',
        unit: 's',
        values: seconds,
      },
    ]
  },
}
