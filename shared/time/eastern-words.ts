import { eastern } from './eastern.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '20 Nov 2026' of '2026-11-20'. */
export function dayWords(day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

/** 'Fri 20 Nov 2026' of '2026-11-20'. */
export const weekdayWords = (day: string): string =>
  `${WEEKDAYS[new Date(`${day.slice(0, 10)}T12:00:00Z`).getUTCDay()] ?? ''} ${dayWords(day)}`

/** 'Mon 30 Nov 2026, 15:59 ET' */
export function easternInWords(instant: Date): string {
  const { day, time } = eastern(instant)
  return `${weekdayWords(day)}, ${time.slice(0, 5)} ET`
}
