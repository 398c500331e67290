import type { CompanyInputs, Stored } from './inputs.ts'
import { analogsPanel, type SectorPast } from './panels/analogs.ts'
import { earningsPanel } from './panels/earnings.ts'
import { estimatesPanel } from './panels/estimates.ts'
import { fundamentalsPanel } from './panels/fundamentals.ts'
import { type GammaRow, gammaPanel } from './panels/gamma.ts'
import { optionsPanel } from './panels/options.ts'
import { ownershipPanel, withOwnForms } from './panels/ownership.ts'
import { pricePanel } from './panels/price.ts'
import { profilePanel } from './panels/profile.ts'
import { sentimentPanel } from './panels/sentiment.ts'
import { watchRow } from './panels/watch.ts'
import { inputsInNewShares } from './shares.ts'

/** Panels that are stored as ready documents; those with a history also with a longer one, which few readers want. */
export const STORED_PANELS = [
  'profile',
  'price',
  'options',
  'options_year',
  'gamma',
  'estimates',
  'estimates_year',
  'earnings',
  'fundamentals',
  'ownership',
  'sentiment',
  'analogs',
  'watch',
] as const
export type StoredPanel = (typeof STORED_PANELS)[number]

export const HISTORY_MAX = 365
/** Rows of the documents that are served by default. */
export const HISTORY_DEFAULT = { options: 60, estimates: 30 } as const

/** All panels of a company as of its cutoff; if the past of its sector is absent, all but `analogs`. */
export function companyPanels(
  known: CompanyInputs,
  { gamma, sector }: { gamma: Stored<GammaRow> | null; sector: SectorPast | null },
): Partial<Record<StoredPanel, unknown>> {
  const inputs = withOwnForms(inputsInNewShares(known))
  const price = pricePanel(inputs)
  const options = optionsPanel(inputs, HISTORY_MAX)
  const estimates = estimatesPanel(inputs, HISTORY_MAX)
  const earnings = earningsPanel(inputs)
  const ownership = ownershipPanel(inputs)
  const parts = { price, options, estimates, earnings, ownership }
  return {
    price,
    options: { ...options, ...newest(options.history, HISTORY_DEFAULT.options) },
    options_year: options,
    estimates: { ...estimates, ...newest(estimates.history, HISTORY_DEFAULT.estimates) },
    estimates_year: estimates,
    earnings,
    ownership,
    profile: profilePanel(inputs, parts),
    gamma: gammaPanel(inputs, gamma),
    fundamentals: fundamentalsPanel(inputs),
    sentiment: sentimentPanel(inputs),
    watch: watchRow(inputs, parts),
    ...(sector && { analogs: analogsPanel(inputs, sector) }),
  }
}

/** The newest rows of a history and their number. */
export const newest = <T>(history: readonly T[], limit: number): { history: T[]; n: number } => {
  const rows = history.slice(0, limit)
  return { history: rows, n: rows.length }
}

export type { CompanyInputs } from './inputs.ts'
export { nothingKnownOf } from './inputs.ts'
export { NO_SECTOR } from './panels/analogs.ts'
export { fundamentalsPanel } from './panels/fundamentals.ts'
