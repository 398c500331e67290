import { z } from 'zod'
import { readAccount } from '../../../shared/postgres/trading/accounts.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { DAY_MS } from '../../../shared/time/trading-day.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { AccountParams, TRADING_PATH } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { fleetPoints, listSnapshots } from './account-snapshots-view.ts'
import { FleetCurve, pointDocument, SnapshotDocument, snapshotDocument } from './equity-documents.ts'

const EXAMPLES = readExample<{ snapshot: z.infer<typeof SnapshotDocument>; fleet: z.infer<typeof FleetCurve> }>(
  import.meta.url,
  './equity-examples.json',
)

const admin = { class: 'admin', tag: 'trading-admin', method: 'GET' } as const
/** All accounts together: enough for a hundred accounts over a month. */
const FLEET_MAX = 15_000

const SnapshotList = z.object({
  snapshots: z.array(SnapshotDocument).describe('newest first, of all epochs'),
  total: z.int().describe('number of snapshots on all pages'),
})

export const tradingAdminSnapshotsRoutes = [
  handlerRoute({
    ...admin,
    path: `${TRADING_PATH}/admin/snapshots/:account_id`,
    summary: 'Snapshots of an account',
    description: 'Cash, positions and marks at each hour of a session and at its close; also for a deleted account.',
    errors: ['not_found'],
    params: AccountParams,
    query: z.object({
      limit: queryInteger({ min: 1, max: 500, default: 100 }, 'rows per page'),
      offset: queryInteger({ min: 0, max: 999_999, default: 0 }, 'rows to skip'),
    }),
    response: {
      status: 200,
      description: 'A page of snapshots',
      contentType: JSON_TYPE,
      schema: SnapshotList,
      example: { snapshots: [EXAMPLES.snapshot], total: 1 },
    },
    handle: async ({ reader }, { params, query }): Promise<z.input<typeof SnapshotList>> => {
      const { account, snapshots, total } = await reader.read(async (sql) => ({
        account: await readAccount(sql, params.account_id),
        ...(await listSnapshots(sql, params.account_id, query)),
      }))
      if (!account) throw refuseAccount()
      return { snapshots: snapshots.map(snapshotDocument), total }
    },
  }),
  handlerRoute({
    ...admin,
    path: `${TRADING_PATH}/admin/equity-curve`,
    summary: 'Equity of all accounts over time',
    description: `The hourly snapshots of every account: at most the newest ${FLEET_MAX}, and \`truncated\` says whether there are more.`,
    query: z.object({ days: queryInteger({ min: 1, max: 400, default: 30 }, 'calendar days back from now') }),
    response: {
      status: 200,
      description: 'The curves',
      contentType: JSON_TYPE,
      schema: FleetCurve,
      example: EXAMPLES.fleet,
    },
    handle: async (context, { query }): Promise<z.input<typeof FleetCurve>> => {
      const since = new Date((await readNow(context)).getTime() - query.days * DAY_MS)
      const found = await context.reader.read((sql) => fleetPoints(sql, since, FLEET_MAX + 1))
      const truncated = found.length > FLEET_MAX
      // One row beyond the limit was read to detect truncation; the oldest row is dropped.
      const oldest = truncated ? found.reduce((a, b) => (b.at < a.at ? b : a)) : null
      const accounts = new Map<number, z.input<typeof FleetCurve>['accounts'][number]>()
      for (const point of found) {
        if (point === oldest) continue
        const { accountId, name, epoch } = point
        const account = accounts.get(accountId) ?? { account_id: accountId, name, points: [] }
        account.points.push({ epoch, ...pointDocument(point) })
        accounts.set(accountId, account)
      }
      return {
        since: easternExact(since),
        accounts: [...accounts.values()],
        points: truncated ? FLEET_MAX : found.length,
        truncated,
      }
    },
  }),
]
