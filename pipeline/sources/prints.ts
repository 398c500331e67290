import { sessionOn } from '../../shared/time/calendar.ts'
import { flowPrints } from './feeds/flow-prints.ts'
import { defineSource, type FeedContext } from './source.ts'

const MINUTE_MS = 60_000
/** A vendor reports some prints late; those already stored are recognised by their number. */
const LATE_MS = 3 * MINUTE_MS
/** The first fetch of a session, or one after a long outage, does not reach further back. */
const BACK_MS = 24 * 60 * MINUTE_MS

/** Every five minutes from 09:35 to 16:20: the last ones bring what was reported after the close. */
const TIMES = Array.from({ length: 82 }, (_, index) => {
  const minute = 9 * 60 + 35 + 5 * index
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
})

function sinceOf({ at, day, printsSince }: FeedContext): Date {
  const open = sessionOn(day)?.open ?? new Date(at.getTime() - BACK_MS)
  const earliest = Math.max(at.getTime() - BACK_MS, open.getTime())
  return new Date(Math.max(earliest, (printsSince?.getTime() ?? 0) - LATE_MS))
}

/** Single trades of options, from the vendor that the operator has an account with. */
export const prints = defineSource({
  id: 'prints',
  attribution: 'the vendor of option prints with whom the operator has an account',
  gives: { prints: { series: [], also: 'option prints (without them the flow is estimated from chains)' } },
  routes: [],
  everyCycle: false,
  at: TIMES,
  onlyNow: true,
  maxAgeMs: 20 * MINUTE_MS,
  feeds: (context) => (context.mode === 'history' ? [] : [flowPrints(sinceOf(context))]),
})
