import { accountLog } from '../../../shared/postgres/events/events.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { AccountLogQuery, type LogName, LogPage, readLogPage } from '../../events/log-document.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'

/** The log of an account. */
export const accountEvents = (accountId: number): LogName => ({
  log: accountLog(accountId),
  snapshot: `${TRADING_PATH}/account`,
})

const EXAMPLE: LogPage = {
  events: [
    {
      id: 31,
      prev_id: 30,
      prev_id_in_filter: 30,
      hash: '5f0ac3a9e1cbb9a8b9f7a34f7b1c2f60f2a9a1b4c8d7e6f5a4b3c2d1e0f9a8b7',
      kind: 'call',
      subject: 'maintenance_call',
      severity: 'critical',
      title: 'Equity of 17,512.40 dollars is below the maintenance requirement of 18,093.30 dollars.',
      at: '2026-11-20T16:00:12-05:00',
      recorded_at: '2026-11-20T16:00:12-05:00',
      data: {
        epoch: 1,
        actor: 'service',
        subject: 'maintenance:2026-11-20',
        equity: 17_512.4,
        required: 18_093.3,
        missing: 580.9,
        next_open: '2026-11-23T09:30:00-05:00',
      },
      cycle_id: null,
      origin: 'scheduled',
    },
  ],
  next_after: 31,
  latest_id: 31,
  oldest_id: 1,
  has_more: false,
  reason: null,
}

export const tradingEventsRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/events`,
    summary: 'The event log of your account after an id',
    description:
      'Fills, exercises, assignments, expiries, dividends, splits, fees, maintenance calls, liquidations, and what an ' +
      'admin did to the account, in all its epochs. When an event moved cash or positions, `data.entry` is the number of ' +
      'its ledger entry. Each event names the one before it and carries a rolling hash, as on the public log.',
    query: AccountLogQuery,
    errors: ['event_gone'],
    response: {
      status: 200,
      description: 'Events, oldest first',
      contentType: JSON_TYPE,
      schema: LogPage,
      example: EXAMPLE,
    },
    handle: ({ reader }, { query }, { request }) =>
      reader.read((sql) => readLogPage(sql, accountEvents(callerAccount(request)), query)),
  }),
]
