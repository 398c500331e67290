import { JSON_TYPE } from '../../cache/document-route.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { Page, TRADING_PATH } from '../parameters.ts'
import { EventList, readEventList } from './event-list.ts'

export const tradingEventsRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/events`,
    summary: 'Events of your account',
    description:
      'What the service or an admin did to the account without an order of yours, newest first, in all its epochs: ' +
      'exercises, assignments, expiries, dividends, splits, fees, maintenance calls, liquidations, limits, status, ' +
      'tokens, resets. When an event moved cash or positions, `data.entry` is the number of its ledger entry.',
    query: Page,
    response: {
      status: 200,
      description: 'A page of events',
      contentType: JSON_TYPE,
      schema: EventList,
      example: {
        events: [
          {
            id: 31,
            kind: 'maintenance_call',
            actor: 'service',
            epoch: 1,
            at: '2026-11-20T16:00:12-05:00',
            data: {
              subject: 'maintenance:2026-11-20',
              equity: 17_512.4,
              required: 18_093.3,
              missing: 580.9,
              next_open: '2026-11-23T09:30:00-05:00',
            },
          },
        ],
        total: 1,
      },
    },
    handle: (context, { query }, { request }) => readEventList(context, callerAccount(request), query),
  }),
]
