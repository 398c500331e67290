import { z } from 'zod'
import { snapshotDiff, type UsualMoves } from '../../pipeline/transitions/snapshot-diff.ts'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { DiffSide, SignalsDiff as SignalsDiffDocument } from '../../shared/domain/contract/signals-diff.ts'
import { SignalsDiff } from '../../shared/domain/contract/signals-diff.ts'
import { Velocity } from '../../shared/domain/contract/velocity.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import type { CycleRun } from '../../shared/postgres/signals/cycle-documents.ts'
import { queryInstant, refuseFuture } from '../cache/as-of.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import type { ApiContext } from '../http/context.ts'
import { refuseParameter } from '../http/errors.ts'
import { readExample } from '../openapi/read-example.ts'
import { type ComparedCycles, comparedCycles, storedCycle, usualScoreMove } from './compared-cycles-view.ts'

const ORDER_RULE = 'must not lie after to'
/** If the score changed less often, its usual move is unknown. */
const SCORE_CHANGES_MIN = 20

const Query = z.object({
  from: queryInstant(
    'compares from the newest cycle known at this instant; absent: from the cycle before the later one; if both ' +
      'instants mean one cycle: from the last cycle of the session before, or else from the cycle before it',
  ),
  to: queryInstant('compares with the newest cycle known at this instant; absent: with the newest cycle'),
})

const empty = (reason: string): SignalsDiffDocument => ({
  schema_version: '2026.11',
  from: null,
  to: null,
  moved: null,
  sentence: 'Nothing can be compared.',
  rules_changed: false,
  n: 0,
  usual_score_sessions: 0,
  changes: [],
  reason,
})

async function locate(context: ApiContext, { from, to }: z.output<typeof Query>): Promise<ComparedCycles> {
  const now = await readNow(context)
  refuseFuture({ from, to }, now)
  if (from && to && from > to) throw refuseParameter('from', ORDER_RULE)
  return await context.reader.read((sql) => comparedCycles(sql, { from: from ?? null, to: to ?? now }))
}

async function compare(sql: Db, { before, after }: ComparedCycles): Promise<SignalsDiffDocument> {
  if (!after) return empty('no snapshot had been computed by then')
  if (!before) return empty('no earlier cycle is known')
  const [then, now] = [await readStored(sql, before), await readStored(sql, after)]
  if (!then || !now) return empty('a snapshot of that time has another shape, or is no longer kept')
  const score = await usualScoreMove(sql, now.trade_date)
  const usual: UsualMoves = {
    score: score.n < SCORE_CHANGES_MIN ? null : score.usual,
    signals: usualMoves(await storedCycle(sql, after, 'signals/velocity')),
  }
  const changes = snapshotDiff({ before: then, after: now, usual })
  return {
    ...empty(''),
    from: sideOf(then, before),
    to: sideOf(now, after),
    moved: changes.length > 0,
    sentence: changes[0]?.text ?? 'Nothing moved.',
    rules_changed: then.rules_version !== now.rules_version,
    n: changes.length,
    usual_score_sessions: score.n,
    changes,
    reason: null,
  }
}

async function readStored(sql: Db, cycle: CycleRun): Promise<SignalsSnapshot | null> {
  const body = await storedCycle(sql, cycle)
  return body === null ? null : (SignalsSnapshot.safeParse(JSON.parse(body)).data ?? null)
}

/** The usual moves as the later cycle measured them; a cycle older than the velocity document has none. */
function usualMoves(body: string | null): UsualMoves['signals'] {
  const document = body === null ? null : (Velocity.safeParse(JSON.parse(body)).data ?? null)
  return new Map(
    (document?.signals ?? []).map(({ key, unit, changes }) => {
      const usual = changes.find(({ steps }) => steps === 1)?.usual_change ?? null
      return [key, { unit, usual }]
    }),
  )
}

const sideOf = ({ as_of, rules_version }: SignalsSnapshot, { cycleId, run }: CycleRun): DiffSide => ({
  cycle_id: cycleId,
  run,
  as_of,
  rules_version,
})

const nameOf = (cycle: CycleRun | null): string => (cycle ? `${cycle.cycleId}#${cycle.run}` : '')

export const signalsDiffRoutes = [
  documentRoute({
    path: '/api/v1/signals/diff',
    class: 'public',
    tag: 'signals',
    summary: 'What changed since the previous cycle, or between two instants',
    description:
      'Most important first: the regime, data that appeared or disappeared, the intraday regime, the score, the ' +
      'contribution of each component, levels, gamma walls, and the values of the signals; each in units of its usual ' +
      'one-session move where that is known. If nothing changed, the sentence tells so.',
    query: Query,
    response: SignalsDiff,
    responseDescription: 'The changes, or the reason why nothing can be compared',
    example: readExample(import.meta.url, './diff-example.json'),
    topics: ['signals'],
    async locate(context, { query }) {
      if (query.from === undefined && query.to === undefined) return null
      const { before, after } = await locate(context, query)
      return `${nameOf(before)}|${nameOf(after)}`
    },
    async load(context, { query }) {
      const cycles = await locate(context, query)
      return { value: await context.reader.read((sql) => compare(sql, cycles)) }
    },
    empty,
  }),
]
