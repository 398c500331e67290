import { openMarket, WORKER } from '../market.ts'
import { BARE_ROUTE, readAgainstBareRoute } from '../read-load.ts'
import type { RatioRow } from '../row.ts'

const PATH = '/api/v1/trading/quote/SPY'

/** Reads a quote that a worker keeps fresh, so its bytes are made again each second. */
export const quoteRead: RatioRow = {
  kind: 'ratio',
  id: 'quote-read',
  figure: `GET ${PATH}, requests a core carries`,
  unit: 'req/s',
  better: 'higher',
  ceiling: BARE_ROUTE,
  goal: 0.9,
  async open(rig) {
    const { env } = await openMarket(rig)
    rig.start(WORKER, { args: ['--quotes'], env })
    const isReady = (body: string) => {
      const { price, reason } = JSON.parse(body) as { price: unknown; reason: unknown }
      return price !== null && reason === null
    }
    return await readAgainstBareRoute(rig, { path: PATH, env, isReady })
  },
}
