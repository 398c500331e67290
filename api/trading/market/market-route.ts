import { JSON_TYPE } from '../../cache/document-route.ts'
import { outageReason } from '../../database/outage-reason.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { handlerRoute, type Route } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { MarketStatus, marketStatus } from './market-status.ts'

const PATH = '/api/v1/trading/market/status'

/** The state at this moment; without the clock of the database, one that states this. */
async function statusNow(context: ApiContext): Promise<{ value: MarketStatus; reason: string | null }> {
  try {
    return { value: marketStatus(await readNow(context), null), reason: null }
  } catch (error) {
    context.log.debug({ path: PATH, err: error }, 'service_time_unknown')
    const reason = outageReason(error)
    return { value: marketStatus(null, reason), reason }
  }
}

const definition = handlerRoute({
  method: 'GET',
  path: PATH,
  class: 'public',
  tag: 'trading',
  summary: 'Whether the market is open, and until when',
  description:
    'Computed for each request from service time and the exchange calendar with its holidays, half-days and daylight ' +
    'saving, so it is exact to the second. Unplanned halts are not included.',
  response: {
    status: 200,
    description: 'The state of the exchange at this moment',
    contentType: JSON_TYPE,
    schema: MarketStatus,
    headers: ['X-Reason'],
    example: readExample<MarketStatus>(import.meta.url, './market-status-example.json'),
  },
  async handle(context, _input, { reply }) {
    void reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
    const { value, reason } = await statusNow(context)
    if (reason !== null) void reply.header('x-reason', reason)
    return value
  },
})

export const tradingMarketRoutes: readonly Route[] = [
  {
    ...definition,
    connect(context) {
      context.served.set(PATH, async () => {
        const { value, reason } = await statusNow(context)
        return { text: JSON.stringify(value), reason, staleSeconds: null }
      })
      return definition.connect(context)
    },
  },
]
