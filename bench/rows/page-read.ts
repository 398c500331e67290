import { openFilledMarket } from '../market.ts'
import { BARE_ROUTE, readAgainstBareRoute } from '../read-load.ts'
import type { RatioRow } from '../row.ts'

export const pageRead: RatioRow = {
  kind: 'ratio',
  id: 'page-read',
  figure: 'GET / as a page, requests a core carries',
  unit: 'req/s',
  better: 'higher',
  ceiling: BARE_ROUTE,
  goal: 0.5,
  async open(rig) {
    const { env } = await openFilledMarket(rig)
    const isReady = (page: string) => page.includes('<div class="score">')
    return await readAgainstBareRoute(rig, { path: '/', env, isReady })
  },
}
