import type { SentimentPanel } from '../../../shared/domain/contract/company/sentiment.ts'
import { easternIso } from '../../../shared/time/eastern.ts'
import { DAY_MS } from '../../../shared/time/trading-day.ts'
import { type CompanyInputs, headOf, inputOf, percentileOf, shown } from '../inputs.ts'
import { netUpShare } from './estimates.ts'
import { noOptions } from './options.ts'
import { recentRows, shortShares } from './ownership.ts'

type Component = SentimentPanel['components'][number]
const HISTORY_MIN = 20
const YEAR = 252
const OUTER = 0.2
const HEADLINES_MAX = 20
const INSIDER_DAYS = 90
/** The sum over all members is read as buying; for a single company no such reading is known. */
const NO_MOOD = 'dealers sell short off exchange to fill buyers, others to bet on a fall, so it leans to neither side'

interface Reading {
  key: Component['key']
  words: string
  /** Newest first. */
  values: readonly number[]
  /** Whether a high value is a hopeful one; null where neither end is read as a mood. */
  highIsHopeful: boolean | null
  none: string
  /** Why the value is not ranked, however many there are; absent for a reading that is. */
  unranked?: string
}

function componentOf({ key, words, values, highIsHopeful, none, unranked }: Reading): Component {
  const [value, ...before] = values.slice(0, YEAR)
  if (value === undefined) return { key, words, value: null, percentile: null, n: 0, leans: null, reason: none }
  const n = before.length + 1
  if (unranked !== undefined)
    return { key, words, value: shown(value), percentile: null, n, leans: null, reason: unranked }
  const percentile = before.length < HISTORY_MIN ? null : percentileOf(before, value)
  const isHigh = percentile !== null && percentile >= 1 - OUTER
  const isLow = percentile !== null && percentile <= OUTER
  const leans = isHigh === isLow ? 'neither' : isHigh === highIsHopeful ? 'hopeful' : 'fearful'
  const few = percentile === null ? `needs ${HISTORY_MIN + 1} values of its own and has ${n}` : null
  return {
    key,
    words,
    value: shown(value),
    percentile,
    n,
    leans: percentile === null || highIsHopeful === null ? null : leans,
    reason: few ?? (highIsHopeful === null ? NO_MOOD : null),
  }
}

/** Dollars bought less sold by insiders outside plans in the newest 90 days. */
function insiderFlow(inputs: CompanyInputs): number {
  const chosen = recentRows(inputs, INSIDER_DAYS).filter(
    ({ date, open_market, plan_10b5_1 }) => open_market && !plan_10b5_1 && date! <= inputs.day,
  )
  return chosen.reduce((sum, { value, code }) => sum + (value ?? 0) * (code === 'P' ? 1 : -1), 0)
}

function headlinesOf({ company, headlines, cutoff }: CompanyInputs): SentimentPanel['headlines'] {
  const within = (days: number) =>
    headlines.filter(({ knownAt }) => cutoff.getTime() - knownAt.getTime() <= days * DAY_MS).length
  const areRead = company.isPinned || headlines.length > 0
  return {
    last_day: areRead ? within(1) : null,
    last_week: areRead ? within(7) : null,
    items: headlines.slice(0, HEADLINES_MAX).map(({ row }) => ({
      headline: row.headline,
      link: row.link,
      publisher: row.publisher,
      published_at: row.published_at === null ? null : easternIso(new Date(row.published_at)),
    })),
  }
}

export function sentimentPanel(inputs: CompanyInputs): SentimentPanel {
  const { options, estimates, ownership, shortDays, headlines } = inputs
  const readings: Reading[] = [
    {
      key: 'revisions',
      words: 'estimates raised less lowered in four weeks, over all estimates of the next quarter',
      values: estimates.flatMap(({ row }) => netUpShare(row) ?? []),
      highIsHopeful: true,
      none: 'no snapshot of estimates counts revisions',
    },
    {
      key: 'insiders',
      words: 'dollars that insiders bought less sold in the market outside plans, 90 days',
      values: ownership.length === 0 ? [] : [insiderFlow(inputs)],
      highIsHopeful: true,
      none: 'no ownership form of the last half year is known',
      unranked: 'forms are read for half a year, too short to rank a figure over 90 days',
    },
    {
      key: 'skew',
      words: 'volatility of the 25-delta put less that of the 25-delta call',
      values: options.flatMap(({ row }) => row.skew_25_delta.value ?? []),
      highIsHopeful: false,
      none: noOptions(inputs),
    },
    {
      key: 'put_call',
      words: 'puts traded over calls traded',
      values: options.flatMap(({ row }) => (row.call_volume > 0 ? row.put_volume / row.call_volume : [])),
      highIsHopeful: false,
      none: noOptions(inputs),
    },
    {
      key: 'short_volume',
      words: 'short sales over off-exchange volume',
      values: shortShares(inputs),
      highIsHopeful: null,
      none: 'no file of short volume is known yet',
    },
  ]
  const none = inputs.company.isPinned
    ? 'no article is known yet'
    : 'the company was not pinned when this was computed, and only headlines of pinned companies are fetched'
  return {
    ...headOf(
      inputs,
      [
        inputOf('snapshots of estimates', 'estimates', estimates, inputs),
        inputOf('ownership forms', 'filings', ownership, inputs),
        inputOf('closing option chains', 'chains', options, inputs),
        inputOf('short-sale volume', 'darkpool', shortDays, inputs),
        inputOf('headlines', 'headlines', headlines, inputs),
      ],
      { 'headlines.items': headlines.length === 0 ? none : null },
    ),
    components: readings.map(componentOf),
    headlines: headlinesOf(inputs),
  }
}
