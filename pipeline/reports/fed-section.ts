import type { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { daysBetween, tradingDay } from '../../shared/time/trading-day.ts'
import { citeTime } from '../inputs/cite.ts'
import { largestRemainder } from '../maths/largest-remainder.ts'
import { bullets, escapeMarkdown } from './markdown.ts'
import { before, wallTime } from './words.ts'

const HEAD = '## Fed odds'

/** The odds that fed-fund futures imply: market prices with their age, not the service's own forecast. */
export function fedSection(fed: FedWatch | null, asOf: string): string {
  if (!fed) return `${HEAD}\n\nNo readable Fed odds were stored with this state.`
  const lines = [rateSentence(fed, asOf), ...oddsSentences(fed, asOf)]
  return `${HEAD}\n\n${bullets(lines)}`
}

function rateSentence(
  { target_range: target, range_lacks_decision: decided, range_since_decision: since, current_rate: rate }: FedWatch,
  asOf: string,
): string {
  const counted = since
    ? `; the contracts show ${percent(since.lower)} to ${percent(since.upper)} % since then, from which hold, cut and hike count`
    : ''
  const lacks = decided ? `, without the decision of ${decided}${counted}` : ''
  const range = target
    ? `${percent(target.lower)} to ${percent(target.upper)} % (for ${target.for}${lacks})`
    : 'not known'
  const effective = rate
    ? `${percent(rate.value)} % (${citeTime(rate, tradingDay(eastern(new Date(asOf)).day))})`
    : 'not known'
  return `Target range ${range}; effective rate ${effective}`
}

function oddsSentences(fed: FedWatch, asOf: string): string[] {
  const meeting =
    fed.next_meeting === null ? 'not published yet' : `${fed.next_meeting}, ${ahead(fed.next_meeting, asOf)}`
  const [next] = fed.meetings
  const last = fed.meetings.at(-1)
  if (fed.status === 'not_ready' || !next || !last) {
    return [`Next meeting ${meeting}`, `No odds: ${escapeMarkdown(fed.reason ?? 'no reason given')}`]
  }
  return [
    `Next meeting ${meeting}: ${oddsInWords(next)}; the contracts imply a move of ${basisPoints(next.change_bp)}`,
    pathSentence(fed, next.rate_before, last),
    ...ageSentence(fed, asOf),
  ]
}

function pathSentence(
  { meetings, path_ends }: FedWatch,
  from: number,
  { meeting, rate_after, ranges }: FedWatch['meetings'][number],
): string {
  const likeliest = ranges.reduce((best, each) => (each.probability > best.probability ? each : best), ranges[0]!)
  const why = path_ends === null ? '' : `; beyond it, ${escapeMarkdown(path_ends)}`
  return (
    `The path of ${counted(meetings.length, 'meeting')} ends on ${meeting} at an implied ${percent(rate_after)} %, ` +
    `${basisPoints(100 * (rate_after - from))} from the ${percent(from)} % before the first; likeliest range then ${percent(likeliest.lower)} ` +
    `to ${percent(likeliest.upper)} % (${chance(likeliest.probability, Math.round(100 * likeliest.probability))})${why}`
  )
}

function ageSentence({ futures }: FedWatch, asOf: string): string[] {
  const times = futures.map(({ known_at }) => known_at).sort((a, b) => Date.parse(a) - Date.parse(b))
  const [oldest] = times
  const newest = times.at(-1)
  if (oldest === undefined || newest === undefined) return []
  const known = `Prices of ${counted(futures.length, 'contract')}, known since ${wallTime(newest)}, ${before(newest, asOf)}`
  return [wallTime(oldest) === wallTime(newest) ? known : `${known}; the oldest since ${wallTime(oldest)}`]
}

function ahead(meeting: string, asOf: string): string {
  const days = daysBetween(eastern(new Date(asOf)).day, tradingDay(meeting))
  return days === 0 ? 'today' : `in ${counted(days, 'day')}`
}

const percent = (value: number): string => value.toFixed(2)
/** Whole percentages that sum to 100: quotes move by quarters of a basis point, one percent of a step. */
function oddsInWords({ hold, cut, hike }: FedWatch['meetings'][number]): string {
  const odds = { hold, cut, hike }
  const shares = largestRemainder(Object.values(odds), 100)
  return Object.entries(odds)
    .map(([name, exact], at) => `${name} ${chance(exact, shares[at]!)}`)
    .join(', ')
}

/** Prints a chance; it never rounds a small one to none, nor a likely outcome to certainty. */
function chance(exact: number, share: number): string {
  if (exact > 0 && share === 0) return 'under 1 %'
  return exact < 1 && share === 100 ? 'over 99 %' : `${share} %`
}

const basisPoints = (value: number): string => {
  const tenths = Math.round(Number((10 * value).toFixed(3)))
  return `${tenths > 0 ? '+' : ''}${(tenths === 0 ? 0 : tenths / 10).toFixed(1)} bp`
}
