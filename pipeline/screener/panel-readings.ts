import type { EstimatesPanel } from '../../shared/domain/contract/company/estimates.ts'
import type { OwnershipPanel } from '../../shared/domain/contract/company/ownership.ts'
import type { SentimentPanel } from '../../shared/domain/contract/company/sentiment.ts'
import { counted } from '../../shared/domain/number-words.ts'

/** The parts of a company's panels that the screener reads; absent: there is no such document. */
export interface CompanyParts {
  estimates?: EstimatesPanel['revisions']
  ownership?: OwnershipPanel['open_market']
  sentiment?: SentimentPanel['components']
}

/** The panels of a company that a deep scan reads; each is named, also when it is missing. */
export const PANELS = ['options', 'estimates', 'ownership', 'sentiment'] as const
export type PanelName = (typeof PANELS)[number]

/** The statement of a panel: −1 for a fall to 1 for a rise; null when it has none. */
export interface PanelReading {
  leaning: number | null
  n: number | null
  reason: string
}

type Component = SentimentPanel['components'][number]

const silent = (reason: string, n: number | null = 0): PanelReading => ({ leaning: null, n, reason })
const unknown = (what: string): PanelReading => silent(`no ${what} for this company are known`)

/** Reads each panel once: skew of options, revisions of estimates, trades of insiders, and puts over calls as the mood. */
export function readPanels(parts: CompanyParts | null): Readonly<Record<PanelName, PanelReading>> {
  const components = parts?.sentiment ?? []
  const of = (keys: readonly Component['key'][]) => components.filter(({ key }) => keys.includes(key))
  return {
    options: moodOf(of(['skew']), 'option chains'),
    estimates: estimatesReading(parts?.estimates),
    ownership: ownershipReading(parts?.ownership),
    sentiment: moodOf(of(['put_call']), 'put/call ratios'),
  }
}

const MOODS = { hopeful: 1, fearful: -1, neither: 0 } as const

function moodOf(components: readonly Component[], what: string): PanelReading {
  const known = components.filter(({ leans }) => leans !== null)
  if (known.length === 0) {
    const reason = components.find((each) => each.reason !== null)?.reason
    return reason ? silent(reason, components[0]!.n) : unknown(what)
  }
  const leaning = known.reduce((sum, { leans }) => sum + MOODS[leans!], 0) / known.length
  const words = known.map(({ key, leans, percentile }) => {
    const place = percentile === null ? '' : `, percentile ${(100 * percentile).toFixed(0)}`
    return `${key.replace('_', ' ')} ${leans}${place}`
  })
  return { leaning, n: Math.min(...known.map(({ n }) => n)), reason: words.join('; ') }
}

function estimatesReading(revisions: CompanyParts['estimates']): PanelReading {
  const share = revisions?.net_up_share ?? null
  if (share === null) return unknown('estimate revisions')
  const words = share >= 0 ? 'raised less lowered' : 'lowered less raised'
  return {
    // The maximum is reached when a third of all analysts move one way in four weeks.
    leaning: Math.max(-1, Math.min(1, 3 * share)),
    n: null,
    reason: `estimates ${words} in four weeks: ${(100 * Math.abs(share)).toFixed(0)} % of all`,
  }
}

function ownershipReading(market: CompanyParts['ownership']): PanelReading {
  if (!market) return unknown('insider forms')
  const [bought, sold] = [market.bought.owners, market.sold.owners]
  if (bought + sold === 0) return silent('no insider bought or sold in the market within 90 days')
  return {
    // One owner is too little evidence, so two neutral owners are added.
    leaning: (bought - sold) / (bought + sold + 2),
    n: bought + sold,
    reason: `${counted(bought, 'insider')} bought in the market and ${sold} sold outside plans within 90 days`,
  }
}
