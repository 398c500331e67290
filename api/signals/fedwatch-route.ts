import { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

const emptyFedWatch = (reason: string): FedWatch => ({
  schema_version: '2026.11',
  as_of: null,
  cycle_id: null,
  status: 'not_ready',
  reason,
  current_rate: null,
  target_range: null,
  range_lacks_decision: null,
  range_since_decision: null,
  next_meeting: null,
  hold: null,
  cut: null,
  hike: null,
  meetings: [],
  path_ends: null,
  futures: [],
  method: null,
  meetings_read_on: null,
})

export const signalsFedwatchRoutes = [
  cycleRoute({
    path: '/api/v1/signals/fedwatch',
    tag: 'signals',
    summary: 'Odds of the Fed’s next moves',
    description:
      'The effective rate, the target range, the next meeting, and the odds that fed-fund futures imply for every ' +
      'meeting within their months: hold, cut and hike against today’s range, and each range. Prices of contracts are ' +
      'no forecast of ours.',
    response: FedWatch,
    responseDescription: 'The odds; without futures, the known members with a reason',
    example: readExample(import.meta.url, './fedwatch-example.json'),
    document: 'signals/fedwatch',
    empty: emptyFedWatch,
  }),
]
