import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { runsBetween } from '../../shared/postgres/market/source-runs.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { openCycle } from '../../shared/postgres/signals/cycles.ts'
import { openSlotRead } from './ai-slots.ts'
import { inBatches } from './company-batches.ts'
import { houseMessage } from './house-slots.ts'
import type { Slot } from './plan-slots.ts'
import { snapshotAccounts } from './portfolio-slots.ts'
import { screenerMessage } from './screener-slots.ts'
import { occasionOf } from './settlement-slots.ts'

/** A cycle waits this long for its sources; a timely report is worth more than a complete one. */
const COLLECT_MS = 60_000
/** No cycle waits for a source's own slot, so it can wait for a slow vendor. */
export const INGEST_MS = 5 * 60_000
/** Later than this, the price would belong to the next minute, whose own request is due. */
const MINUTE_MS = 45_000

export interface FireContext {
  now: Date
  origin: 'scheduled' | 'backfill'
}

/** The messages that a slot sends, within the transaction that claims it. */
export async function fireSlot(tx: Tx, slot: Slot, { now, origin }: FireContext): Promise<NewMessage[]> {
  if (slot.kind === 'cycle') {
    const cycleId = slot.key.slice('cycle:'.length)
    const deadline = new Date(now.getTime() + COLLECT_MS)
    await openCycle(tx, {
      id: cycleId,
      scheduledFor: slot.scheduledFor,
      expected: slot.sources,
      deadline,
      origin,
      openedAt: now,
    })
    return slot.sources.map((source) => requestSource(source as SourceId, cycleId, cycleId, deadline, { now, origin }))
  }
  if (slot.kind === 'ingest' || slot.kind === 'minute') {
    if (slot.repeats && (origin === 'backfill' || !(await isOutstanding(tx, slot, { ...slot.repeats, now })))) return []
    const deadline = new Date(now.getTime() + (slot.kind === 'ingest' ? INGEST_MS : MINUTE_MS))
    const requests = slot.sources.map((source) =>
      requestSource(source as SourceId, slot.key, null, deadline, { now, origin }),
    )
    return (await Promise.all(requests.map((request) => inBatches(tx, request)))).flat()
  }
  if (slot.kind === 'portfolio') return await snapshotAccounts(tx, slot, now)
  if (slot.kind === 'settlement') {
    const payload = { slot: slot.key, occasion: occasionOf(slot), day: slot.day }
    return [{ id: `schedule:${slot.key}#1`, type: 'settlement.due', occurredAt: now, cycleId: null, payload }]
  }
  if (slot.kind === 'ai1' || slot.kind === 'ai2') return await openSlotRead(tx, slot, { now, origin })
  if (slot.kind === 'screener' || slot.kind === 'screener_entry') return [screenerMessage(slot, { now, origin })]
  if (slot.kind === 'house') return [houseMessage(slot, { now, origin })]
  const state = slot.kind === 'daily_final' ? 'final' : 'provisional'
  return [
    {
      id: `schedule:${slot.key}#1`,
      type: 'day.due',
      occurredAt: now,
      cycleId: null,
      payload: { day: slot.day, state, cutoff: slot.scheduledFor.toISOString(), run: 1, origin },
    },
  ]
}

/** Whether a source has delivered nothing since its last regular time: it failed, or was never requested. */
async function isOutstanding(
  tx: Tx,
  { sources: [source] }: Slot,
  { since, alsoUnasked, now }: NonNullable<Slot['repeats']> & { now: Date },
): Promise<boolean> {
  const { runs, good } = await runsBetween(tx, source as SourceId, { since, until: now })
  return good === 0 && (runs > 0 || alsoUnasked)
}

function requestSource(
  source: SourceId,
  slot: string,
  cycleId: string | null,
  deadline: Date,
  { now, origin }: FireContext,
): NewMessage<'source.requested'> {
  return {
    id: `schedule:${slot}/${source}#1`,
    type: 'source.requested',
    occurredAt: now,
    cycleId,
    payload: { source, slot, origin, mode: 'latest', deadline: deadline.toISOString() },
  }
}
