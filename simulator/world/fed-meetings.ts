/** Announcement days that the Fed has published (federalreserve.gov); other years follow the rule below. */
const PUBLISHED: Record<string, string> = {
  2023: '02-01 03-22 05-03 06-14 07-26 09-20 11-01 12-13',
  2024: '01-31 03-20 05-01 06-12 07-31 09-18 11-07 12-18',
  2025: '01-29 03-19 05-07 06-18 07-30 09-17 10-29 12-10',
  2026: '01-28 03-18 04-29 06-17 07-29 09-16 10-28 12-09',
  2027: '01-27 03-17 04-28 06-09 07-28 09-15 10-27 12-08',
}

/** The month and which of its Wednesdays: close to the committee's practice of twenty years. */
const RULE: readonly (readonly [month: number, wednesday: number])[] = [
  [1, 4],
  [3, 3],
  [5, 1],
  [6, 3],
  [7, 4],
  [9, 3],
  [11, 1],
  [12, 2],
]

const byRule = (year: number): string =>
  RULE.map(([month, wednesday]) => {
    const weekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
    const date = 1 + ((3 - weekday + 7) % 7) + 7 * (wednesday - 1)
    return `${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  }).join(' ')

const known = new Map<string, string>(Object.entries(PUBLISHED))

const meetingsOf = (year: string): string => {
  const days = known.get(year) ?? byRule(Number(year))
  known.set(year, days)
  return days
}

export const isMeeting = (day: string): boolean => meetingsOf(day.slice(0, 4)).includes(day.slice(5))
