import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message } from '../../shared/broker/run-stage.ts'
import { AppError } from '../../shared/errors.ts'
import { saveMinute } from '../../shared/postgres/market/minutes.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Collected } from './collect-source.ts'

const KEY = /^minute:(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/
/** The grace of the slot plus the time of the request itself. */
const LATE_MS_MAX = 120_000

/** The instant a minute's slot is named after. */
function minuteOf(slot: string): Date {
  const match = KEY.exec(slot)
  if (!match?.[1] || !match[2]) throw new AppError('invalid', 'the slot of a minute is not named after one')
  return instantAt(tradingDay(match[1]), match[2])
}

/** Stores the quotes of a minute, even when there are none, and announces that the minute can be judged. */
export async function storeMinute(
  tx: Tx,
  { payload, cycleId }: Pick<Message<'source.requested'>, 'payload' | 'cycleId'>,
  collected: Collected,
  at: Date,
): Promise<{ stored: number; messages: NewMessage[] }> {
  const { slot, origin, source } = payload
  const minute = minuteOf(slot)
  const lateMs = at.getTime() - minute.getTime()
  // A request that waited brings prices of another minute.
  const late = lateMs > LATE_MS_MAX ? `fetched ${Math.round(lateMs / 1_000)} s after its minute` : null
  const quotes = late === null ? collected.data.quotes : []
  const reason = late ?? collected.failure
  const stored = await saveMinute(tx, { minute, collectedAt: at, reason, origin }, quotes, source)
  const message: NewMessage<'minute.collected'> = {
    id: `ingest:${slot}#1`,
    type: 'minute.collected',
    occurredAt: at,
    cycleId,
    payload: { minute: minute.toISOString(), collectedAt: at.toISOString(), origin },
  }
  return { stored, messages: [message] }
}
