import { AppError } from '../../shared/errors.ts'
import { type Session, sessionOn } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { CLOSE_SHOWN_MS, reportTimes } from '../../shared/time/report-times.ts'
import { addDays, DAY_MS, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import { aiSlots } from './ai-slots.ts'
import { houseSlots } from './house-slots.ts'
import { portfolioSlots } from './portfolio-slots.ts'
import { screenerSlots } from './screener-slots.ts'
import { settlementSlots } from './settlement-slots.ts'

export type SlotKind =
  | 'cycle'
  | 'ingest'
  | 'minute'
  | 'portfolio'
  | 'settlement'
  | 'screener'
  | 'screener_entry'
  | 'house'
  | 'daily_provisional'
  | 'daily_final'
  | 'ai1'
  | 'ai2'

export interface Slot {
  /** Eastern wall time without an offset, so it identifies the slot permanently. */
  key: string
  kind: SlotKind
  day: TradingDay
  scheduledFor: Date
  graceMs: number
  /** Sources to fetch; empty for slots that read what is stored, and for accounts, which fetch their own quotes. */
  sources: string[]
  /**
   * Set for a repetition: the source is requested only if it has delivered nothing since its last regular time of the
   * day.
   */
  repeats?: { since: Date; alsoUnasked: boolean }
}

export interface Cadence {
  source: string
  everyCycle: boolean
  /** The source has minute slots (minute-slots.ts) and none in a day's plan. */
  everyMinute?: boolean | undefined
  /** 'HH:MM' Eastern: the source's own fetch times on session days. */
  at: readonly string[]
  /** 'HH:MM' Eastern on session days: when it is fetched once more if it has not delivered; absent: never. */
  againAt?: readonly string[] | undefined
  /** ISO weekdays (1 is Monday) those times are for; absent: all. */
  weekdays?: readonly number[] | undefined
  /** Fetch times on days without a session: weekends and holidays; absent: none. */
  restDaysAt?: readonly string[] | undefined
  /** Absent: hours, because a published file is still the same file. */
  graceMs?: number | undefined
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The last cycle of a session collects for a minute; the provisional row is computed from what it brought. */
const PROVISIONAL_DELAY_MS = CLOSE_SHOWN_MS + 2 * MINUTE_MS
/** Market closes and DIX of a day are known at 20:00. */
const FINAL_AT = '20:00'

/** A report later than this would state prices under the wrong time. */
const CYCLE_GRACE_MS = 10 * MINUTE_MS
/** A published file is still the same file hours later; the observation states when the service knew it. */
export const INGEST_GRACE_MS = 6 * HOUR_MS
/** Ends before 20:00, when the final row replaces the provisional one of 16:22. */
const PROVISIONAL_GRACE_MS = 3 * HOUR_MS
/** Inputs are point in time, so a late final row computes the same; three days outlast a weekend's outage. */
const FINAL_GRACE_MS = 3 * DAY_MS

/** Older slots are past every grace: a longer stop is one recorded gap, not thousands of missed slots. */
const LOOKBACK_MS = 40 * DAY_MS
/** The exchange's longest stop since 1993 is six days without a session. */
const LOOKAHEAD_DAYS = 15

/**
 * At the same instant, slots that fetch data run before slots that read it. A commanded clock does the work of one before
 * it fires the next.
 */
const RANK: Record<SlotKind, number> = {
  cycle: 0,
  minute: 1,
  ingest: 1,
  portfolio: 2,
  settlement: 3,
  screener: 4,
  screener_entry: 5,
  house: 6,
  daily_provisional: 7,
  daily_final: 8,
  ai1: 9,
  ai2: 10,
}

export const inOrder = (a: Slot, b: Slot): number =>
  a.scheduledFor.getTime() - b.scheduledFor.getTime() || RANK[a.kind] - RANK[b.kind] || (a.key < b.key ? -1 : 1)

const wallTime = (instant: Date): string => eastern(instant).time.slice(0, 5)

const isFetchedOn = (day: TradingDay, { weekdays }: Cadence): boolean => weekdays?.includes(weekday(day)) ?? true

/** From the open to the close, and one more when the delayed feed shows the close: 28 on a full day, 16 on a half-day. */
function cycleSlots(session: Session, cadences: readonly Cadence[]): Slot[] {
  const { day } = session
  const slots: Slot[] = []
  for (const scheduledFor of reportTimes(session)) {
    const time = wallTime(scheduledFor)
    const due = cadences.filter(
      (cadence) => cadence.everyCycle || (isFetchedOn(day, cadence) && cadence.at.includes(time)),
    )
    const sources = [...new Set(due.map((cadence) => cadence.source))]
    slots.push({ key: `cycle:${day}T${time}`, kind: 'cycle', day, scheduledFor, graceMs: CYCLE_GRACE_MS, sources })
  }
  return slots
}

const ingestKey = (source: string, day: TradingDay, time: string): string => `ingest:${source}:${day}T${time}`

/** Returns when a source's own slot falls due, by its key; null for the slot of a cycle, a minute or a request. */
export function ingestSlotTime(key: string): Date | null {
  const [, day, time] = /^ingest:[a-z]+:(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/.exec(key) ?? []
  return day && time ? instantAt(tradingDay(day), time) : null
}

function ingestSlots(day: TradingDay, cadence: Cadence, at: readonly string[], taken: ReadonlySet<string>): Slot[] {
  const { source } = cadence
  if (!isFetchedOn(day, cadence)) return []
  const times = [...new Set(at)].filter((time) => !taken.has(time))
  return times.map((time) => ({
    key: ingestKey(source, day, time),
    kind: 'ingest',
    day,
    scheduledFor: instantAt(day, time),
    graceMs: cadence.graceMs ?? INGEST_GRACE_MS,
    sources: [source],
  }))
}

/** The repetitions of a source after its regular slots of the day, of which there must be one. */
function repetitions(day: TradingDay, cadence: Cadence, regular: readonly Slot[]): Slot[] {
  const { source, againAt = [] } = cadence
  return againAt.flatMap((time): Slot[] => {
    const scheduledFor = instantAt(day, time)
    const last = regular.findLast((slot) => slot.scheduledFor < scheduledFor && slot.sources.includes(source))
    if (!last) return []
    // The slot of a file is still carried out hours later; that of a cycle counts as missed after minutes.
    const repeats = { since: last.scheduledFor, alsoUnasked: last.kind === 'cycle' }
    const key = ingestKey(source, day, time)
    return [{ key, kind: 'ingest', day, scheduledFor, graceMs: INGEST_GRACE_MS, sources: [source], repeats }]
  })
}

function dailySlots({ day, close }: Session): Slot[] {
  const provisional = new Date(close.getTime() + PROVISIONAL_DELAY_MS)
  const daily = (kind: SlotKind, scheduledFor: Date, graceMs: number): Slot => {
    return { key: `${kind}:${day}`, kind, day, scheduledFor, graceMs, sources: [] }
  }
  return [
    daily('daily_provisional', provisional, PROVISIONAL_GRACE_MS),
    daily('daily_final', instantAt(day, FINAL_AT), FINAL_GRACE_MS),
  ]
}

/** Every slot of one Eastern day, ascending. */
export function planSlots(day: TradingDay, cadences: readonly Cadence[]): Slot[] {
  const session = sessionOn(day)
  const cycles = session ? cycleSlots(session, cadences) : []
  const taken = new Set(cycles.map((slot) => wallTime(slot.scheduledFor)))
  const ingests = cadences.flatMap((cadence) =>
    ingestSlots(day, cadence, session ? cadence.at : (cadence.restDaysAt ?? []), taken),
  )
  const regular = [...cycles, ...ingests].sort(inOrder)
  const others = session
    ? [
        ...cadences.flatMap((cadence) => repetitions(day, cadence, regular)),
        ...portfolioSlots(session),
        ...settlementSlots(session),
        ...screenerSlots(session),
        ...houseSlots(session),
        ...dailySlots(session),
        ...aiSlots(session),
      ]
    : []
  return [...regular, ...others].sort(inOrder)
}

/** Slots scheduled in (after, now], ascending; those more than 40 days before `now` are dropped. */
export function slotsDue(after: Date, now: Date, cadences: readonly Cadence[]): Slot[] {
  const since = new Date(Math.max(after.getTime(), now.getTime() - LOOKBACK_MS))
  const last = eastern(now).day
  const slots: Slot[] = []
  for (let day = eastern(since).day; day <= last; day = addDays(day, 1)) {
    slots.push(...planSlots(day, cadences).filter((slot) => slot.scheduledFor > since && slot.scheduledFor <= now))
  }
  return slots
}

/** The first slot scheduled strictly after an instant. */
export function nextSlot(after: Date, cadences: readonly Cadence[]): Slot {
  const first = eastern(after).day
  for (let ahead = 0; ahead <= LOOKAHEAD_DAYS; ahead++) {
    const slot = planSlots(addDays(first, ahead), cadences).find(({ scheduledFor }) => scheduledFor > after)
    if (slot) return slot
  }
  throw new AppError('internal', `no slot within ${LOOKAHEAD_DAYS} days`)
}
