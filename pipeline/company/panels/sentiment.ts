import type { SentimentPanel } from '../../../shared/domain/contract/company/sentiment.ts'
import { easternIso } from '../../../shared/time/eastern.ts'
import { addDays, DAY_MS } from '../../../shared/time/trading-day.ts'
import { type CompanyInputs, headOf, inputOf, percentileOf, shown } from '../inputs.ts'
import { netUpShare } from './estimates.ts'
import { noOptions } from './options.ts'
import { insiderRows, shortShares } from './ownership.ts'

type Component = SentimentPanel['components'][number]
const HISTORY_MIN = 20
const YEAR = 252
const OUTER = 0.2
const HEADLINES_MAX = 20
const INSIDER_DAYS = 90

interface Reading {
  key: Component['key']
  words: string
  /** Newest first. */
  values: readonly number[]
  /** Whether a high value is a hopeful one. */
  highIsHopeful: boolean
  none: string
}

function componentOf({ key, words, values, highIsHopeful, none }: Reading): Component {
  const [value, ...before] = values.slice(0, YEAR)
  if (value === undefined) return { key, words, value: null, percentile: null, n: 0, leans: null, reason: none }
  const percentile = before.length < HISTORY_MIN ? null : percentileOf(before, value)
  const isHigh = percentile !== null && percentile >= 1 - OUTER
  const isLow = percentile !== null && percentile <= OUTER
  const leans = isHigh === isLow ? 'neither' : isHigh === highIsHopeful ? 'hopeful' : 'fearful'
  return {
    key,
    words,
    value: shown(value),
    percentile,
    n: before.length + 1,
    leans: percentile === null ? null : leans,
    reason: percentile === null ? `needs ${HISTORY_MIN + 1} values of its own, ${before.length + 1} are known` : null,
  }
}

/** Dollars bought less sold by insiders outside plans, in the newest 90 days and in the 90 before. */
function insiderFlows(inputs: CompanyInputs): number[] {
  const { rows } = insiderRows(inputs)
  const chosen = rows.filter(({ open_market, plan_10b5_1 }) => open_market && !plan_10b5_1)
  return [0, 1].map((back) => {
    const [from, to] = [addDays(inputs.day, -INSIDER_DAYS * (back + 1)), addDays(inputs.day, -INSIDER_DAYS * back)]
    const own = chosen.filter(({ date }) => date !== null && date > from && date <= to)
    return own.reduce((sum, { value, code }) => sum + (value ?? 0) * (code === 'P' ? 1 : -1), 0)
  })
}

function headlinesOf({ headlines, cutoff }: CompanyInputs): SentimentPanel['headlines'] {
  const within = (days: number) =>
    headlines.filter(({ knownAt }) => cutoff.getTime() - knownAt.getTime() <= days * DAY_MS).length
  return {
    last_day: within(1),
    last_week: within(7),
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
      values: ownership.length === 0 ? [] : insiderFlows(inputs),
      highIsHopeful: true,
      none: 'no ownership form of the last half year is known',
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
      highIsHopeful: false,
      none: 'no file of short volume is known yet',
    },
  ]
  const none = inputs.company.isPinned
    ? 'no article is known yet'
    : 'the company is not pinned, and only headlines of pinned companies are fetched'
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
