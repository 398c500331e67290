import { historyIsThere, openMarket, WORKER } from '../market.ts'
import { BARE_ROUTE, readAgainstBareRoute } from '../read-load.ts'
import type { RatioRow } from '../row.ts'

const PATH = '/api/v1/signals/latest'

export const hotRead: RatioRow = {
  kind: 'ratio',
  id: 'hot-read',
  figure: `GET ${PATH}, requests a core carries`,
  unit: 'req/s',
  better: 'higher',
  ceiling: BARE_ROUTE,
  goal: 0.9,
  async open(rig) {
    const market = await openMarket(rig)
    const worker = rig.start(WORKER, { args: ['--all', '--backfill'], env: market.env })
    await historyIsThere(market.database, [worker])
    await worker.stop()
    const isReady = (body: string) => (JSON.parse(body) as { cycle_id: unknown }).cycle_id !== null
    return await readAgainstBareRoute(rig, { path: PATH, env: market.env, isReady })
  },
}
