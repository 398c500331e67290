import { JSON_TYPE } from '../../cache/document-route.ts'
import { outageReason } from '../../database/outage-reason.ts'
import { readNow } from '../../database/service-time.ts'
import { handlerRoute } from '../../http/route.ts'
import { EXAMPLE_MARKET_STATUS, MarketStatus, marketStatus } from './market-status.ts'

export const tradingMarketRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/trading/market/status',
    class: 'public',
    tag: 'trading',
    summary: 'Whether the market is open, and until when',
    description:
      'By the exchange calendar and service time: holidays, half-days and daylight saving are in it. Unplanned halts are ' +
      'not. Computed for each request, so that it is right to the second.',
    response: {
      status: 200,
      description: 'The state of the exchange at this moment',
      contentType: JSON_TYPE,
      schema: MarketStatus,
      headers: ['X-Reason'],
      example: EXAMPLE_MARKET_STATUS,
    },
    async handle(context, _input, { request, reply }) {
      void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
      try {
        return marketStatus(await readNow(context), null)
      } catch (error) {
        context.log.debug({ path: request.routeOptions.url, err: error }, 'service time not known')
        const reason = outageReason(error)
        void reply.header('x-reason', reason)
        return marketStatus(null, reason)
      }
    },
  }),
]
