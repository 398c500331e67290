import { nextSession } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'

export interface Acceptance {
  form: string
  filed: TradingDay
  /** As the SEC writes it, with a Z that is sometimes UTC and sometimes Eastern wall time. */
  accepted: string
}

type Clock = 'utc' | 'eastern'

/** Forms 3, 4 and 5 are dated by the day of acceptance until 22:00. */
const OWNERSHIP = /^[345](?:\/A)?$/
/** A filing that is accepted later has the next business day as its filing date. */
const LAST_MINUTE = 17 * 60 + 30
const LAST_MINUTE_OWNERSHIP = 22 * 60
const OPENS_MINUTE = 6 * 60
/** EDGAR publishes what came in the evening when it opens. */
const OPENS = '06:00'

const WRITTEN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?$/

/** Returns whether a text is a date and time as the SEC writes it. */
export const isAcceptance = (text: string): boolean =>
  WRITTEN.test(text) && !Number.isNaN(Date.parse(`${text.slice(0, 19)}Z`))

/** The Z is appended because the text would otherwise be read in the time zone of the machine. */
const instantOf = (accepted: string, clock: Clock): Date =>
  clock === 'utc'
    ? new Date(`${accepted.slice(0, 19)}Z`)
    : new Date(
        instantAt(tradingDay(accepted.slice(0, 10)), accepted.slice(11, 16)).getTime() +
          Number(accepted.slice(17, 19)) * 1000,
      )

/**
 * Returns whether EDGAR, which accepts from 06:00 to 22:00, would give this filing date to an acceptance at this
 * instant.
 */
function agrees({ form, filed, accepted }: Acceptance, clock: Clock): boolean {
  const { day, minuteOfDay } = eastern(instantOf(accepted, clock))
  if (minuteOfDay < OPENS_MINUTE || minuteOfDay > LAST_MINUTE_OWNERSHIP) return false
  const last = OWNERSHIP.test(form) ? LAST_MINUTE_OWNERSHIP : LAST_MINUTE
  if (minuteOfDay <= last) return filed === day
  return filed > day && filed <= addDays(nextSession(day).day, 1)
}

/**
 * The reading of the timestamps (UTC or Eastern) that agrees with more of a file's filing dates; UTC, as documented,
 * where both do.
 */
export function clockOf(filings: readonly Acceptance[]): Clock {
  const count = (clock: Clock) => filings.filter((filing) => agrees(filing, clock)).length
  return count('eastern') > count('utc') ? 'eastern' : 'utc'
}

/** When EDGAR accepted it. */
export const acceptedAt = ({ accepted }: Acceptance, clock: Clock): Date => instantOf(accepted, clock)

/** When the world could know a filing: at its acceptance, or at 06:00 Eastern of a later filing date. */
export function knownAt(filing: Acceptance, clock: Clock): Date {
  const accepted = instantOf(filing.accepted, clock)
  const isLater = filing.filed > eastern(accepted).day
  return isLater && !OWNERSHIP.test(filing.form) ? instantAt(filing.filed, OPENS) : accepted
}

/** A filing that has no acceptance time is known at the end of its filing date. */
export const endOfDay = (filed: TradingDay): Date => instantAt(addDays(filed, 1), '00:00')
