import { archetypeOf } from '../../pipeline/screener/archetypes/index.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import type { ScreenerRun } from '../../shared/postgres/screener/runs.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import type { AdvancedRecord } from './advance-records.ts'

interface Decided {
  advanced: readonly AdvancedRecord[]
  recorded: readonly Tracked[]
  decidedAt: Date
}

/** Locks, entries and exits on the event log, once each. */
export async function logPicks(tx: Tx, run: ScreenerRun, { advanced, recorded, decidedAt }: Decided): Promise<void> {
  const basics = { kind: 'pick', severity: 'info', at: decidedAt, cycleId: null, origin: run.origin } as const
  const exits = advanced.flatMap(({ tracked, hasExited }): NewEvent[] =>
    hasExited ? [{ ...basics, ...exitEvent(tracked) }] : [],
  )
  const locks = recorded.flatMap((tracked): NewEvent[] =>
    tracked.contract ? [{ ...basics, ...lockEvent(tracked) }] : [],
  )
  const entries = advanced.flatMap(({ tracked, hasEntered }) => (hasEntered && tracked.contract ? [tracked] : []))
  await logEntries(tx, entries, { at: decidedAt, origin: run.origin })
  await appendEvents(tx, [...exits, ...locks])
}

/** Entries of locked picks, which come at a quote between runs or at a close that a run has read. */
export async function logEntries(
  tx: Tx,
  entered: readonly Tracked[],
  { at, origin }: Pick<NewEvent, 'at' | 'origin'>,
): Promise<void> {
  const basics = { kind: 'pick', severity: 'info', at, cycleId: null, origin } as const
  await appendEvents(
    tx,
    entered.map((tracked): NewEvent => ({ ...basics, ...entryEvent(tracked) })),
  )
}

function lockEvent({ id, ticker, side, archetype, horizon, score, contract }: Tracked) {
  const { slot, conviction, chip, why } = contract!
  return {
    key: `pick-lock:${id}`,
    subject: ticker,
    title: `${ticker} was locked ${side} as ${archetypeOf(archetype).label} in slot ${slot}, ${chip}`,
    data: {
      change: 'lock',
      contract_id: id,
      ticker,
      side,
      archetype,
      slot,
      horizon,
      score,
      conviction,
      chip,
      why: [...why],
    },
  }
}

function entryEvent({ id, ticker, side, archetype, entry }: Tracked) {
  const { day, at, price, invalidation } = entry!
  return {
    key: `pick-entry:${id}`,
    subject: ticker,
    title: `${ticker} entered ${side} at ${price.toFixed(2)}; a close beyond ${invalidation.toFixed(2)} ends it`,
    data: { change: 'entry', contract_id: id, ticker, side, archetype, day, price, price_of: at, invalidation },
  }
}

function exitEvent({ id, ticker, side, archetype, entry, shares, contract }: Tracked) {
  const exit = contract!.exit!
  const { day, reason, price } = exit
  const unit = shares === undefined ? '' : ' in shares of before its split'
  return {
    key: `pick-exit:${id}`,
    subject: ticker,
    title: `${ticker} left the ${side} book at ${price.toFixed(2)}${unit}, by ${EXIT_WORDS[reason]}`,
    data: { change: 'exit', contract_id: id, ticker, side, archetype, reason, day, price, entry_price: entry!.price },
  }
}

const EXIT_WORDS = {
  horizon: 'the end of its horizon',
  price: 'a close beyond its invalidation level',
  macro: 'the adverse extreme of the regime band',
  delisted: 'the end of its trading',
} as const
