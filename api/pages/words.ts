import { html } from 'ghtml'
import { counted, ordinal } from '../../shared/domain/number-words.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '20 Nov 2026' of '2026-11-20'. */
export function dayWords(day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

/** Every instant that we serve has an Eastern offset, so its wall time can be read off. */
const clockOf = (instant: string): string => instant.slice(11, 16)

/** An instant in Eastern time, with its offset for programs; a script adds the reader's own time. */
export function timeWords(instant: string | null): string {
  if (instant === null) return html`<span class="mute">no time</span>`
  return html`<time datetime="${instant}">${dayWords(instant)}, ${clockOf(instant)} ET</time>`
}

/** 'lowest', '1st' to '99th', 'highest'. */
export function percentileWords(percentile: number | null): string {
  if (percentile === null) return 'no percentile'
  if (percentile <= 0) return 'lowest'
  if (percentile >= 100) return 'highest'
  return ordinal(Math.min(99, Math.max(1, Math.round(percentile))))
}

export const percentWords = (share: number | null, digits = 0): string =>
  share === null ? 'unknown' : `${(share * 100).toFixed(digits)} %`

export const ageWords = (seconds: number): string => {
  if (seconds < 90) return counted(Math.round(seconds), 'second')
  if (seconds < 5_400) return counted(Math.round(seconds / 60), 'minute')
  return seconds < 172_800 ? counted(Math.round(seconds / 3_600), 'hour') : counted(Math.round(seconds / 86_400), 'day')
}
