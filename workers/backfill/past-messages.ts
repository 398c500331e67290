import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { previousSession, sessionOn, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** When the daily row of a session is final. */
const FINAL_AT = '20:00'
const HISTORY_DEADLINE_MS = 120_000
/** A delayed feed has the closing chain this long after the close. */
const CLOSING_CHAIN_AFTER_MS = 20 * 60_000

/** One request per source for everything its files hold. */
export function historyRequests(sources: readonly SourceId[], now: Date): NewMessage<'source.requested'>[] {
  const deadline = new Date(now.getTime() + HISTORY_DEADLINE_MS).toISOString()
  return sources.map((source) => ({
    id: `backfill:history/${source}#1`,
    type: 'source.requested',
    occurredAt: now,
    cycleId: null,
    payload: { source, slot: 'history', origin: 'backfill', mode: 'history', deadline },
  }))
}

/** A request for the options that the vendor shows after the close of a session. */
export function closingChainRequest(day: TradingDay): NewMessage<'source.requested'> {
  const at = new Date(sessionOn(day)!.close.getTime() + CLOSING_CHAIN_AFTER_MS)
  return {
    id: `backfill:chain/${day}#1`,
    type: 'source.requested',
    occurredAt: at,
    cycleId: null,
    payload: {
      source: 'options',
      slot: `closing:${day}`,
      origin: 'backfill',
      mode: 'latest',
      deadline: at.toISOString(),
    },
  }
}

/** Lets the risk stage learn from the series that are there already; it need not wait for the daily rows. */
export function eveningBefore(opened: Date): NewMessage<'evening.due'> {
  const today = sessionOnOrBefore(eastern(opened).day).day
  const day = instantAt(today, FINAL_AT) <= opened ? today : previousSession(today).day
  const at = instantAt(day, FINAL_AT)
  return {
    id: `backfill:evening/${day}#1`,
    type: 'evening.due',
    occurredAt: at,
    cycleId: null,
    payload: { day, cutoff: at.toISOString(), run: 1, origin: 'backfill' },
  }
}

export const historyFilled = (now: Date): NewMessage<'history.filled'> => ({
  id: 'backfill:history-filled#1',
  type: 'history.filled',
  occurredAt: now,
  cycleId: null,
  payload: {},
})

/** Lets the grading stage judge the verdicts of simulated months before the next evening. */
export function verdictsFilled(now: Date): NewMessage<'verdicts.filled'> {
  const { day } = previousSession(eastern(now).day)
  return {
    id: 'backfill:verdicts-filled#1',
    type: 'verdicts.filled',
    occurredAt: now,
    cycleId: null,
    payload: { day, cutoff: now.toISOString(), run: 1 },
  }
}
