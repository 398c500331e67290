import { JSON_TYPE } from '../../cache/document-route.ts'
import { outageReason } from '../../database/outage-reason.ts'
import { readNow } from '../../database/service-time.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { MarketStatus, marketStatus } from './market-status.ts'

export const tradingMarketRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/trading/market/status',
    class: 'public',
    tag: 'trading',
    summary: 'Whether the market is open, and until when',
    description:
      'Computed for each request from service time and the exchange calendar with its holidays, half-days and daylight ' +
      'saving, so it is right to the second. Unplanned halts are not included.',
    response: {
      status: 200,
      description: 'The state of the exchange at this moment',
      contentType: JSON_TYPE,
      schema: MarketStatus,
      headers: ['X-Reason'],
      example: readExample<MarketStatus>(import.meta.url, './market-status-example.json'),
    },
    async handle(context, _input, { request, reply }) {
      void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
      try {
        return marketStatus(await readNow(context), null)
      } catch (error) {
        context.log.debug({ path: request.routeOptions.url, err: error }, 'service_time_unknown')
        const reason = outageReason(error)
        void reply.header('x-reason', reason)
        return marketStatus(null, reason)
      }
    },
  }),
]
