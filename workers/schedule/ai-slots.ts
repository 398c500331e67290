import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { AiRead, ReadOrigin, ReadStage } from '../../shared/postgres/ai/ai-reads.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import type { Session } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { isVerdictTime, readTimes } from '../../shared/time/read-times.ts'
import { openAndStart } from './ai-reads.ts'
import type { Slot } from './plan-slots.ts'

/** These times are report cycles too, and their reads wait for the cycle. */
const ON_CYCLE_GRID: readonly string[] = ['10:30', '12:00', '14:00', '15:30']

/** Later than this, an opening read would not be one. */
const READ_GRACE_MS = 5 * 60_000
const WAITS_FOR_CYCLE_MS = 90_000

/** Seven reads of AI-1 and two of AI-2 on a full day; only those of 09:40 on a half-day. */
export function aiSlots(session: Session): Slot[] {
  const { day } = session
  return readTimes(session).flatMap(({ time, at: scheduledFor, hasVerdict }) => {
    const slot = (kind: ReadStage): Slot => {
      return { key: `${kind}:${day}T${time}`, kind, day, scheduledFor, graceMs: READ_GRACE_MS, sources: [] }
    }
    return hasVerdict ? [slot('ai1'), slot('ai2')] : [slot('ai1')]
  })
}

/** Opens the read of a slot, within the transaction that claims it; a read that need not wait starts at once. */
export async function openSlotRead(
  tx: Tx,
  slot: Slot,
  { now, origin }: { now: Date; origin: 'scheduled' | 'backfill' },
): Promise<NewMessage[]> {
  const stage = slot.kind as ReadStage
  const moment = slot.key.slice(`${stage}:`.length)
  const waitsFor = ON_CYCLE_GRID.includes(moment.slice(-5)) && origin === 'scheduled' ? moment : null
  const read = {
    id: slot.key,
    cycleId: moment,
    stage,
    day: slot.day,
    scheduledFor: slot.scheduledFor,
    origin,
    fireKey: null,
    waitsFor: stage === 'ai1' ? waitsFor : null,
    startsBy: new Date(slot.scheduledFor.getTime() + (stage === 'ai1' ? WAITS_FOR_CYCLE_MS : READ_GRACE_MS)),
  }
  return await openAndStart(tx, read, now)
}

/** Opens both reads of a cycle that an event requested, or only AI-2's where AI-1 has just been read. */
export async function openEventReads(
  tx: Tx,
  {
    at,
    fireKey,
    cycleId,
    stages,
  }: { at: Date; fireKey: string | null; cycleId?: string; stages: readonly ReadStage[] },
): Promise<NewMessage[]> {
  const { day, time } = eastern(at)
  const moment = `event/${day}T${time}`
  const messages: NewMessage[] = []
  for (const stage of stages) {
    const read = {
      id: `${stage}:${moment}`,
      cycleId: cycleId ?? moment,
      stage,
      day,
      scheduledFor: at,
      origin: 'event' as ReadOrigin,
      fireKey,
      waitsFor: null,
      startsBy: new Date(at.getTime() + READ_GRACE_MS),
    }
    messages.push(...(await openAndStart(tx, read, at)))
  }
  return messages
}

/** Returns whether AI-2 has a slot of its own at the instant of this read. */
export const hasOwnVerdict = ({ scheduledFor }: Pick<AiRead, 'scheduledFor'>): boolean =>
  isVerdictTime(eastern(scheduledFor).time.slice(0, 5))
