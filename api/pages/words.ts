import { html } from 'ghtml'
import { counted, ordinal, trueSigned } from '../../shared/domain/number-words.ts'
import { dayWords, weekdayWords } from '../../shared/time/eastern-words.ts'

const DAY_CHARS = '2026-11-20'.length

/** Every instant that we serve has an Eastern offset, so its wall time can be read off. */
export const clockOf = (instant: string): string => instant.slice(11, 16)

/**
 * An instant in Eastern time with its weekday, and with its offset for programs; a script adds the reader's own time. On
 * the day of `now` the hour is enough.
 */
export function momentWords(instant: string, now?: string): string {
  const clock = `${clockOf(instant)} ET`
  const words = instant.slice(0, 10) === now?.slice(0, 10) ? clock : `${weekdayWords(instant)}, ${clock}`
  return html`<time datetime="${instant}">${words}</time>`
}

/** The same where the instant may not be known. */
export const timeWords = (instant: string | null): string =>
  instant === null ? html`<span class="mute">no time</span>` : momentWords(instant)

/** The day or the minute of a quote that an observation is for. */
export const observedWords = (at: string): string =>
  at.length > DAY_CHARS ? `${weekdayWords(at)}, ${clockOf(at)} ET` : dayWords(at)

/** A reading split into its figure and the text in brackets after it. */
export function readingParts(display: string): { figure: string; rest: string } {
  const found = /^(.+?) \((.+)\)$/.exec(display)
  return found ? { figure: found[1]!, rest: found[2]! } : { figure: display, rest: '' }
}

/** 'lowest', '1st' to '99th', 'highest'. */
export function percentileWords(percentile: number | null): string {
  if (percentile === null) return 'no percentile'
  if (percentile <= 0) return 'lowest'
  if (percentile >= 100) return 'highest'
  return ordinal(Math.min(99, Math.max(1, Math.round(percentile))))
}

export function percentWords(share: number | null, digits = 0): string {
  if (share === null) return 'unknown'
  const words = (share * 100).toFixed(digits)
  // A small loss would otherwise round to minus zero.
  return `${Number(words) === 0 ? words.replace('-', '') : words} %`
}

/** A change as a percentage with its sign: '+1.2 %'. */
export const changeWords = (change: number | null, digits: number): string =>
  change === null ? 'unknown' : `${trueSigned(change * 100, digits)} %`

export const ageWords = (seconds: number): string => {
  if (seconds < 90) return counted(Math.round(seconds), 'second')
  if (seconds < 5_400) return counted(Math.round(seconds / 60), 'minute')
  return seconds < 172_800 ? counted(Math.round(seconds / 3_600), 'hour') : counted(Math.round(seconds / 86_400), 'day')
}

const UNITS = [
  [1e9, 'bn'],
  [1e6, 'm'],
  [1e3, 'k'],
] as const

/** A positive amount to three digits: 2000000 is '2m'. */
export function shortAmount(amount: number): string {
  const rounded = Number(amount.toPrecision(3))
  const [size, unit] = UNITS.find(([each]) => rounded >= each) ?? [1, '']
  return `${String(Number((rounded / size).toPrecision(3)))}${unit}`
}

/** The name of an alert: a custom one is known by the name that its admin gave. */
export const alertName = ({ alert_id: id, custom }: { alert_id: string; custom?: { name: string } | null }): string =>
  custom?.name ?? id

/** The message of an alert as markup; its figures are those of the time when it fired. */
export const alertMessage = ({ message, fired_at: at }: { message: string; fired_at: string }): string =>
  html`<span class="small mute">when it fired, !${momentWords(at)}:</span> ${message}`

/** Negative numbers of documents with the sign that is as wide as a plus, not the hyphen of programs. */
export const trueMinus = (text: string): string => text.replace(/(?<![\w.)\]-])-(?=[$\d])/g, '−')

const ISO_DAY = /(?<![\w-])(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2})(?= ET))?(?![\w-])/g

/** Days and minutes in the sentences of documents, written as on the rest of a page. */
export const daysInWords = (text: string): string =>
  text.replace(ISO_DAY, (_iso, day: string, clock?: string) =>
    clock === undefined ? dayWords(day) : `${weekdayWords(day)}, ${clock}`,
  )
