import { DAY_MS, dayOfEpoch, type TradingDay, tradingDay, weekday } from './trading-day.ts'

/**
 * Weekdays on which the New York Stock Exchange is closed or closes at 13:00. Exact from 1993 (half-days ended at
 * 14:00 before); published by the exchange until 2028, by rule after that. Sources: the exchange's own list of
 * holidays and special closings since 1885, its yearly announcements, and two public calendar projects.
 */
export interface NyseYear {
  /** Each with the name of what is kept. */
  closed: ReadonlyMap<TradingDay, string>
  early: ReadonlyMap<TradingDay, string>
}

/** The last day that the exchange has announced; later years follow its rules. */
export const ANNOUNCED_THROUGH = tradingDay('2028-12-31')

type Named = readonly [day: TradingDay, name: string]

/** Full closures that no rule predicts. Add the next one here. */
const SPECIAL_CLOSURES: readonly Named[] = [
  [tradingDay('1994-04-27'), 'Funeral of President Nixon'],
  [tradingDay('2001-09-11'), 'Attack on the World Trade Center'],
  [tradingDay('2001-09-12'), 'Attack on the World Trade Center'],
  [tradingDay('2001-09-13'), 'Attack on the World Trade Center'],
  [tradingDay('2001-09-14'), 'Attack on the World Trade Center'],
  [tradingDay('2004-06-11'), 'Mourning for President Reagan'],
  [tradingDay('2007-01-02'), 'Mourning for President Ford'],
  [tradingDay('2012-10-29'), 'Hurricane Sandy'],
  [tradingDay('2012-10-30'), 'Hurricane Sandy'],
  [tradingDay('2018-12-05'), 'Mourning for President George H. W. Bush'],
  [tradingDay('2025-01-09'), 'Mourning for President Carter'],
]

/**
 * Scheduled 13:00 closes outside the rules. 1999-12-31 was decided by the exchange's board for the change of
 * millennium; public calendars disagree on it.
 */
const SPECIAL_EARLY_CLOSES: readonly Named[] = [
  [tradingDay('1997-12-26'), 'Day after Christmas'],
  [tradingDay('1999-12-31'), 'Eve of the year 2000'],
  [tradingDay('2003-12-26'), 'Day after Christmas'],
]

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

const named = (epoch: number, name: string): Named => [dayOfEpoch(epoch), name]

function holidays(year: number): Named[] {
  const days = [
    named(weekdayFrom(date(year, 2, 15), MONDAY), 'Washington’s Birthday'),
    named(easterSunday(year) - 2, 'Good Friday'),
    named(weekdayFrom(date(year, 5, 25), MONDAY), 'Memorial Day'),
    named(observed(date(year, 7, 4)), 'Independence Day'),
    named(weekdayFrom(date(year, 9, 1), MONDAY), 'Labor Day'),
    named(weekdayFrom(date(year, 11, 22), THURSDAY), 'Thanksgiving Day'),
    named(observed(date(year, 12, 25)), 'Christmas Day'),
  ]
  // NYSE Rule 7.2: a Saturday New Year's Day is not observed, because the Friday ends an accounting year.
  const newYear = date(year, 1, 1)
  if (weekdayOf(newYear) !== 6) days.push(named(observed(newYear), 'New Year’s Day'))
  if (year >= 1998) days.push(named(weekdayFrom(date(year, 1, 15), MONDAY), 'Martin Luther King Jr. Day'))
  if (year >= 2022) days.push(named(observed(date(year, 6, 19)), 'Juneteenth'))
  return days
}

/** There is no half-day if the holiday adjoins a weekend. */
function independenceHalfDay(year: number): Named[] {
  const fourth = date(year, 7, 4)
  const on = weekdayOf(fourth)
  if (on === MONDAY || on > 5) return []
  // Until 2012 a Thursday holiday shortened the Friday after it, since 2013 the Wednesday before it.
  return on === THURSDAY && year < 2013
    ? [named(fourth + 1, 'Day after Independence Day')]
    : [named(fourth - 1, 'Day before Independence Day')]
}

function halfDays(year: number): Named[] {
  const christmasEve = date(year, 12, 24)
  return [
    named(weekdayFrom(date(year, 11, 22), THURSDAY) + 1, 'Day after Thanksgiving'),
    ...independenceHalfDay(year),
    ...(weekdayOf(christmasEve) <= THURSDAY ? [named(christmasEve, 'Christmas Eve')] : []),
  ]
}

const inYear = (days: readonly Named[], year: number): readonly Named[] =>
  days.filter(([day]) => day.startsWith(`${year}-`))

export function nyseYear(year: number): NyseYear {
  const closed = new Map([...holidays(year), ...inYear(SPECIAL_CLOSURES, year)])
  return { closed, early: new Map([...halfDays(year), ...inYear(SPECIAL_EARLY_CLOSES, year)]) }
}
