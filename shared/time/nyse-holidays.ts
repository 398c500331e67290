import { DAY_MS, dayOfEpoch, epochDay, type TradingDay, tradingDay, weekday } from './trading-day.ts'

/**
 * Weekdays on which the New York Stock Exchange is closed or closes at 13:00. Exact from 1993 (half-days ended at
 * 14:00 before); published by the exchange until 2028, by rule after that. Sources: the exchange's own list of
 * holidays and special closings since 1885, its yearly announcements, and two public calendar projects.
 */
export interface NyseYear {
  closed: ReadonlySet<TradingDay>
  early: ReadonlySet<TradingDay>
}

/** Full closures that no rule predicts. Add the next one here. */
const SPECIAL_CLOSURES = [
  '1994-04-27', // funeral of President Nixon
  '2001-09-11', // attack on the World Trade Center
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11', // mourning for President Reagan
  '2007-01-02', // mourning for President Ford
  '2012-10-29', // Hurricane Sandy
  '2012-10-30',
  '2018-12-05', // mourning for President G. H. W. Bush
  '2025-01-09', // mourning for President Carter
].map(tradingDay)

/**
 * Scheduled 13:00 closes outside the rules. 1999-12-31 was decided by the exchange's board for the change of
 * millennium; public calendars disagree on it.
 */
const SPECIAL_EARLY_CLOSES = ['1997-12-26', '1999-12-31', '2003-12-26'].map(tradingDay)

const MONDAY = 1
const THURSDAY = 4

const date = (year: number, month: number, dayOfMonth: number): number => Date.UTC(year, month - 1, dayOfMonth) / DAY_MS

const weekdayOf = (epoch: number): number => weekday(dayOfEpoch(epoch))

const weekdayFrom = (epoch: number, wanted: number): number => epoch + ((wanted - weekdayOf(epoch) + 7) % 7)

/** A Saturday holiday is observed on Friday, a Sunday one on Monday. */
function observed(epoch: number): number {
  const on = weekdayOf(epoch)
  if (on === 6) return epoch - 1
  return on === 7 ? epoch + 1 : epoch
}

/** Gregorian computus: the Sunday after the ecclesiastical full moon. */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const moonShift = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + moonShift + 15) % 30
  const late = epact === 29 || (epact === 28 && golden > 10)
  const fullMoon = date(year, 3, 21) + epact - (late ? 1 : 0)
  return weekdayFrom(fullMoon + 1, 7)
}

function holidays(year: number): number[] {
  const days = [
    weekdayFrom(date(year, 2, 15), MONDAY),
    easterSunday(year) - 2,
    weekdayFrom(date(year, 5, 25), MONDAY),
    observed(date(year, 7, 4)),
    weekdayFrom(date(year, 9, 1), MONDAY),
    weekdayFrom(date(year, 11, 22), THURSDAY),
    observed(date(year, 12, 25)),
  ]
  // NYSE Rule 7.2: a Saturday New Year's Day is not observed, because the Friday ends an accounting year.
  const newYear = date(year, 1, 1)
  if (weekdayOf(newYear) !== 6) days.push(observed(newYear))
  if (year >= 1998) days.push(weekdayFrom(date(year, 1, 15), MONDAY))
  if (year >= 2022) days.push(observed(date(year, 6, 19)))
  return days
}

/** There is no half-day if the holiday adjoins a weekend. */
function independenceHalfDay(year: number): number[] {
  const fourth = date(year, 7, 4)
  const on = weekdayOf(fourth)
  if (on === MONDAY || on > 5) return []
  // Until 2012 a Thursday holiday shortened the Friday after it, since 2013 the Wednesday before it.
  return [on === THURSDAY && year < 2013 ? fourth + 1 : fourth - 1]
}

function halfDays(year: number): number[] {
  const christmasEve = date(year, 12, 24)
  return [
    weekdayFrom(date(year, 11, 22), THURSDAY) + 1,
    ...independenceHalfDay(year),
    ...(weekdayOf(christmasEve) <= THURSDAY ? [christmasEve] : []),
  ]
}

const inYear = (days: readonly TradingDay[], year: number): number[] =>
  days.filter((day) => day.startsWith(`${year}-`)).map(epochDay)

export function nyseYear(year: number): NyseYear {
  const closed = new Set([...holidays(year), ...inYear(SPECIAL_CLOSURES, year)].map(dayOfEpoch))
  const early = [...halfDays(year), ...inYear(SPECIAL_EARLY_CLOSES, year)].map(dayOfEpoch)
  return { closed, early: new Set(early) }
}
