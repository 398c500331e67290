import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { sessionOn, sessionOnOrBefore } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { ApiContext } from '../../http/context.ts'
import { closeOf, outsideSince, readOpening } from './account-snapshots-view.ts'

interface DayGain {
  gainE4: number | null
  /** The reason why it is null. */
  reason: string | null
}

const unknown = (reason: string): DayGain => ({ gainE4: null, reason })

/** The close before the newest session that has opened: on a weekend, Thursday's close. */
function closeBefore(now: Date): Date {
  const { day } = eastern(now)
  const today = sessionOn(day)
  const newest = today && now >= today.open ? today : sessionOnOrBefore(addDays(day, -1))
  return sessionOnOrBefore(addDays(newest.day, -1)).close
}

/**
 * The gain of the newest session until now without adjustments: measured from the snapshot of the close before it, or
 * from the opening of a younger epoch. Without such a snapshot the gain is unknown.
 */
export async function dayGain(
  { reader }: Pick<ApiContext, 'reader'>,
  { id, epoch }: Account,
  equityE4: number | null,
  now: Date,
): Promise<DayGain> {
  if (equityE4 === null) return unknown('equity is not known')
  const close = closeBefore(now)
  const { opening, before, outsideE4 } = await reader.read(async (sql) => {
    const snapshot = await closeOf(sql, id, epoch, close)
    return {
      opening: await readOpening(sql, id, epoch),
      before: snapshot,
      outsideE4: await outsideSince(sql, id, epoch, snapshot?.entries ?? 1),
    }
  })
  if (!opening) return unknown('the epoch has no opening')
  const since = (beforeE4: number): DayGain => ({ gainE4: equityE4 - beforeE4 - outsideE4, reason: null })
  if (before && before.equityE4 !== null) return since(before.equityE4)
  if (opening.at >= close) return since(opening.equityE4)
  const { day } = eastern(close)
  if (!before) return unknown(`there is no snapshot of the close of ${day}`)
  return unknown(`a position had no mark at the close of ${day}`)
}
