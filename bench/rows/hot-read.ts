import { openFilledMarket } from '../market.ts'
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
    const { env } = await openFilledMarket(rig)
    const isReady = (body: string) => (JSON.parse(body) as { cycle_id: unknown }).cycle_id !== null
    return await readAgainstBareRoute(rig, { path: PATH, env, isReady })
  },
}
