import { z } from 'zod'
import { TransitionLog } from '../../shared/domain/contract/transition-log.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { readEvents } from '../../shared/postgres/signals/events.ts'
import { watchedSince } from '../../shared/postgres/signals/transition-state.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import { refuseParameter } from '../http/errors.ts'
import { queryInteger } from '../http/parameters.ts'
import { regimeDays, regimeStatements } from '../signals/regime-days-view.ts'
import { EXAMPLE_EVENTS } from './events-document.ts'
import {
  entryOfEvent,
  entryOfTurn,
  regimeTurns,
  SUBJECTS,
  subjectsNamed,
  transitionLog,
} from './transition-documents.ts'

const SIGNAL_RULE = `must be names separated by commas, of ${SUBJECTS.join(', ')}`
/** Every name, several times over. */
const SIGNAL_CHARS_MAX = 1_000

const Query = z.object({
  days: queryInteger({ min: 1, max: 365, default: 30 }, 'Eastern calendar days, today included'),
  signal: z.string(SIGNAL_RULE).max(SIGNAL_CHARS_MAX, SIGNAL_RULE).transform(subjectsNamed).optional().meta({
    description: 'subjects separated by commas; absent: all; an unknown one is 400 with the names there are',
    example: 'regime,vix',
  }),
  limit: queryInteger({ min: 1, max: 1_000, default: 200 }, 'changes wanted'),
})

interface Wanted {
  since: Date
  signals: readonly string[]
  limit: number
}

const logged = async (sql: Db, { since, signals, limit }: Wanted) =>
  await readEvents(sql, {
    after: null,
    before: null,
    kinds: ['transition', 'tripwire'],
    subjects: signals,
    since,
    limit: limit + 1,
  })

/** What the daily rows told before the log was kept, newest first. */
async function before(sql: Db, loggedSince: Date | null, { since, signals }: Wanted) {
  if (signals.length > 0 && !signals.includes('regime')) return []
  if (loggedSince !== null && loggedSince <= since) return []
  const turns = regimeTurns(await regimeDays(sql)).filter(({ after }) => after.from >= eastern(since).day)
  const said = await regimeStatements(
    sql,
    turns.map(({ after }) => after.from),
  )
  return turns
    .flatMap((turn) => {
      const statement = said.get(turn.after.from)
      const isOlder = statement && (loggedSince === null || statement.asOf < loggedSince)
      return isOlder ? [entryOfTurn(turn, statement)] : []
    })
    .reverse()
}

export const signalsTransitionsRoutes = [
  documentRoute({
    path: '/api/v1/signals/transitions',
    class: 'public',
    tag: 'signals',
    summary: 'Every change of level, regime and tripwire',
    description:
      'From the event log: when the regime, its intraday reading, the fragility rating, a level of a signal or a wire ' +
      'changed, from what to what and on which dated readings, newest first. Before the log was kept there are the ' +
      'changes of regime that daily rows tell, marked `basis: daily_rows`; daily rows keep no levels. A signal that has ' +
      'no reading keeps its last state: a gap neither is a change nor hides one.',
    query: Query,
    response: TransitionLog,
    responseDescription: 'The changes, newest first',
    example: transitionLog(
      EXAMPLE_EVENTS.filter(({ kind }) => kind === 'transition').map(entryOfEvent),
      new Date('2026-11-02T14:30:08Z'),
      { days: 30, signals: [], limit: 200 },
    ),
    topics: ['events', 'signals'],
    async load(context, { query: { days, signal, limit } }) {
      if (signal === null) throw refuseParameter('signal', SIGNAL_RULE)
      const since = instantAt(addDays(eastern(await readNow(context)).day, 1 - days), '00:00')
      const wanted = { since, signals: signal ?? [], limit }
      const value = await context.reader.read(async (sql) => {
        const loggedSince = await watchedSince(sql)
        const events = await logged(sql, wanted)
        const older = events.length > limit ? [] : await before(sql, loggedSince, wanted)
        return transitionLog([...events.map(entryOfEvent), ...older], loggedSince, {
          days,
          signals: wanted.signals,
          limit,
        })
      })
      return { value }
    },
    empty: (reason, _context, { query: { days, signal, limit } }) => ({
      ...transitionLog([], null, { days, signals: signal ?? [], limit }),
      reason,
    }),
  }),
]
