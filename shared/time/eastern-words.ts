import { eastern } from './eastern.ts'
import { type TradingDay, weekday } from './trading-day.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'Mon 30 Nov 2026' */
export function dayInWords(day: TradingDay): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${WEEKDAYS[weekday(day)]} ${date} ${MONTHS[month! - 1]} ${year}`
}

/** 'Mon 30 Nov 2026, 15:59 ET' */
export function easternInWords(instant: Date): string {
  const { day, time } = eastern(instant)
  return `${dayInWords(day)}, ${time.slice(0, 5)} ET`
}
