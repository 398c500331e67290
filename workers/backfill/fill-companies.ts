import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { pinCompany, tickersOf } from '../../shared/postgres/company/companies.ts'
import { tickersBySector } from '../../shared/postgres/company/load-company.ts'
import { readServiceTime } from '../../shared/postgres/server/service-time.ts'
import { addSessions, previousSession, sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { inBatches, panelBatches, panelsOf } from '../schedule/company-batches.ts'
import type { BackfillDeps } from './backfill.ts'
import { historyRequests } from './past-messages.ts'
import { runMessages } from './run-step.ts'

/** Names that the simulated service watches from its start, so that a first look is never empty. */
const PINNED_AT_START = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'XOM', 'UNH']
/** A year of ranks, as far as daily rows are filled. */
const OPTION_SESSIONS = 252
/** The calendar looks five weeks ahead. */
const CALENDAR_SESSIONS = 15
/** The delayed feed shows the close this long after it. */
const CLOSING_CHAIN_AFTER_MS = 25 * 60_000

/**
 * Everything that vendors have of each company. Each batch is a message: a stop repeats one. The sources take turns,
 * because each vendor has a budget of its own.
 */
export async function fillCompanies(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  const requests = historyRequests(deps.companySources, await openedAt(deps))
  const batches = await Promise.all(requests.map((request) => inBatches(deps.sql, request)))
  await runMessages(deps, 'companies', inTurns(batches), signal)
}

/** Interleaves lists: the first of each, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const turns = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: turns }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}

/** Past closing chains of the watched names, which the simulator alone can still give, oldest first. */
export async function fillWatched(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  const opened = await openedAt(deps)
  if (!deps.live) for (const ticker of PINNED_AT_START) await pinCompany(deps.sql, ticker, opened)
  const pinned = deps.live ? [] : await tickersOf(deps.sql, 'pinned')
  const today = eastern(opened).day
  const back = Math.min(OPTION_SESSIONS, deps.sessions)
  const days = back > 0 ? sessionsBetween(addSessions(today, -back).day, previousSession(today).day) : []
  // The expected move of a report is known only from the calendar of its time.
  const requests = days.flatMap((day, at) => [
    ...(at % CALENDAR_SESSIONS === 0 ? [requestOf('earnings', day)] : []),
    requestOf('chains', day, pinned),
  ])
  await runMessages(deps, 'watched', pinned.length === 0 ? [] : requests, signal)
}

/** The panels of all companies from what was filled. */
export async function fillPanels(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  const cause = `filled-${(await openedAt(deps)).toISOString()}`
  const batches = panelBatches(await tickersBySector(deps.sql))
  await runMessages(
    deps,
    'panels',
    batches.map((batch) => panelsOf(cause, batch, { cutoff: deps.clock.now() })),
    signal,
  )
}

const openedAt = async ({ sql, clock }: BackfillDeps): Promise<Date> =>
  (await readServiceTime(sql))?.since ?? clock.now()

function requestOf(source: SourceId, day: TradingDay, companies?: string[]): NewMessage<'source.requested'> {
  const at = new Date(sessionOn(day)!.close.getTime() + CLOSING_CHAIN_AFTER_MS)
  return {
    id: `backfill:${source}/${day}#1`,
    type: 'source.requested',
    occurredAt: at,
    cycleId: null,
    payload: {
      source,
      slot: `closing:${day}`,
      origin: 'backfill',
      mode: 'latest',
      deadline: at.toISOString(),
      ...(companies ? { companies } : {}),
    },
  }
}
