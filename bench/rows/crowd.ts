import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPOSITORY } from '../../harness/product.ts'
import { DEFAULT_RATES } from '../../shared/domain/rate-class.ts'
import { openMarket } from '../market.ts'
import type { CrowdDone, CrowdLoad } from '../measured/crowd-load.ts'
import type { TradeLoad, TradesDone } from '../measured/trade-load.ts'
import type { Rig } from '../rig.ts'
import type { RatioRow, Sides } from '../row.ts'
import { median } from '../statistics.ts'
import { checkExecuted, FIRST_ACCOUNT, ORDER, openTradingFloor } from '../trading-floor.ts'

const CLIENTS = 8
/** A service with documents to serve. */
const BACKUP = join(REPOSITORY, 'harness/backups/2026-11-23.backup')
/** The crowd has the limits of every caller; only the agents that are measured have none. */
const RATES = 'agent=100000000,order=100000000,settings=100000000,operator=100000000'
/** The pace at which this row has always been measured; a connection answered more slowly than that has no pause. */
const EVERY_MS = 55
/** Until the crowd's connections are open. */
const GATHER_MS = 3_000

type Crowd = Omit<CrowdLoad, 'url'>

/** Trades with a crowd of readers, and in the same run without it. */
async function sides(rig: Rig, crowd: Crowd): Promise<Sides> {
  const market = await openMarket(rig, { at: '10:00', speed: 1, backup: BACKUP })
  const { sql, api, tokens } = await openTradingFloor(rig, { market, accounts: CLIENTS, rates: RATES })
  const load = rig.start('bench/measured/trade-load.ts')
  await load.heard()
  const comers = rig.start('bench/measured/crowd-load.ts')
  await comers.heard()
  const seconds = rig.quick ? 4 : 8
  const order: TradeLoad = { url: api.url, tokens, seconds, body: ORDER }
  const p99: Record<'ours' | 'ceiling', number[]> = { ours: [], ceiling: [] }
  const seen: CrowdDone[] = []
  let done = 0
  async function trade(side: 'ours' | 'ceiling'): Promise<number> {
    const result = await load.ask<TradesDone>(order)
    done += result.pairs
    p99[side].push(result.p99Ms)
    return result.pairs / result.seconds
  }
  async function beside(): Promise<number> {
    await comers.ask({ url: api.url, ...crowd } satisfies CrowdLoad)
    await sleep(rig.quick ? 0 : GATHER_MS)
    const rate = await trade('ours')
    seen.push(await comers.ask<CrowdDone>({ stop: true }))
    return rate
  }
  await trade('ceiling')
  await sql`analyze`
  p99.ceiling.length = 0
  return {
    ours: beside,
    ceiling: () => trade('ceiling'),
    check: () => checkExecuted(sql, { done, after: FIRST_ACCOUNT - 1 }),
    note: () =>
      `${CLIENTS} agents; p99 of a pair ${Math.round(median(p99.ours))} ms beside the crowd, ` +
      `${Math.round(median(p99.ceiling))} without, ${(median(p99.ours) / median(p99.ceiling)).toFixed(1)} times; ` +
      `the crowd: ${crowd.connections} connections from ${crowd.addresses} address(es), ${described(seen)}; ` +
      `limits a minute: public ${DEFAULT_RATES.public}, costly ${DEFAULT_RATES.costly}`,
  }
}

/** The crowd's answers a second, by status. */
function described(seen: readonly CrowdDone[]): string {
  const seconds = seen.reduce((sum, each) => sum + each.seconds, 0)
  const statuses = [...new Set(seen.flatMap(({ answers }) => Object.keys(answers)))].sort()
  const counts = statuses.map((status) => {
    const count = seen.reduce((sum, { answers }) => sum + (answers[Number(status)] ?? 0), 0)
    return `${Math.round(count / seconds)}/s answered ${status}`
  })
  return [...counts, `${seen.reduce((sum, { failed }) => sum + failed, 0)} failed`].join(', ')
}

const row = (id: string, { figure, goal, ...crowd }: Crowd & { figure: string; goal: number }): RatioRow => ({
  kind: 'ratio',
  id,
  figure,
  unit: 'pairs/s',
  better: 'higher',
  ceiling: 'the same without the crowd',
  goal,
  open: (rig) => sides(rig, crowd),
})

export const crowd = row('crowd', {
  figure: 'initiate and confirm beside 200 addresses, each below its limit',
  goal: 0.5,
  connections: 200,
  addresses: 200,
  everyMs: EVERY_MS,
  untilRefused: false,
})

export const crowdOfOne = row('crowd-of-one', {
  figure: 'initiate and confirm beside one address above its limit',
  goal: 0.9,
  connections: 200,
  addresses: 1,
  everyMs: 0,
  untilRefused: true,
})
