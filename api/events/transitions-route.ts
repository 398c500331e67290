import { z } from 'zod'
import { TransitionLog } from '../../shared/domain/contract/transition-log.ts'
import { readEvents } from '../../shared/postgres/events/events.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
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
/** Room for every name several times. */
const SIGNAL_CHARS_MAX = 1_000

const Query = z.object({
  days: queryInteger({ min: 1, max: 365, default: 30 }, 'Eastern calendar days, today included'),
  signal: z.string(SIGNAL_RULE).max(SIGNAL_CHARS_MAX, SIGNAL_RULE).transform(subjectsNamed).optional().meta({
    description: 'subjects separated by commas; absent: all; an unknown one is 400 with the list of names',
    example: 'regime,vix',
  }),
  limit: queryInteger({ min: 1, max: 1_000, default: 200 }, 'maximum number of changes'),
})

interface TransitionRequest {
  since: Date
  signals: readonly string[]
  limit: number
}

const loggedEvents = async (sql: Db, { since, signals, limit }: TransitionRequest) =>
  await readEvents(sql, {
    after: null,
    before: null,
    kinds: ['transition', 'tripwire'],
    subjects: signals,
    since,
    limit: limit + 1,
  })

/** Changes of regime from the daily rows of the time before the log, newest first. */
async function entriesBeforeLog(sql: Db, loggedSince: Date | null, { since, signals }: TransitionRequest) {
  if (signals.length > 0 && !signals.includes('regime')) return []
  if (loggedSince !== null && loggedSince <= since) return []
  const turns = regimeTurns(await regimeDays(sql)).filter(({ after }) => after.from >= eastern(since).day)
  const statements = await regimeStatements(
    sql,
    turns.map(({ after }) => after.from),
  )
  return turns
    .flatMap((turn) => {
      const statement = statements.get(turn.after.from)
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
      'Changes of the regime, its intraday reading, the fragility rating, the level of a signal or a wire, from the ' +
      'event log: old and new state with the dated readings, newest first. For the time before the log, daily rows ' +
      'give the changes of regime, marked `basis: daily_rows`; they have no levels. A signal without a reading keeps ' +
      'its last state: a gap is no change and hides none.',
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
      const request = { since, signals: signal ?? [], limit }
      const value = await context.reader.read(async (sql) => {
        const loggedSince = await watchedSince(sql)
        const events = await loggedEvents(sql, request)
        const older = events.length > limit ? [] : await entriesBeforeLog(sql, loggedSince, request)
        return transitionLog([...events.map(entryOfEvent), ...older], loggedSince, {
          days,
          signals: request.signals,
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
