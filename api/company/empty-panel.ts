import type { CompanyInputs } from '../../pipeline/company/index.ts'
import { companyPanels, NO_SECTOR, nothingKnownOf, type StoredPanel } from '../../pipeline/company/index.ts'
import type { ReadPanel } from '../../shared/postgres/company/panels.ts'

/** Nothing was known before this instant. */
const NEVER = new Date('1970-01-01T00:00:00Z')

type About = Pick<ReadPanel, 'ticker' | 'name' | 'sector' | 'cik' | 'origin' | 'isPinned'>

export const nothingKnown = (about: About, cutoff: Date = NEVER): CompanyInputs =>
  nothingKnownOf(
    {
      ticker: about.ticker,
      name: about.name,
      sector: about.sector,
      cik: about.cik,
      isMember: about.origin === 'member',
      isPinned: about.isPinned,
    },
    cutoff,
  )

/** The panel of a company without stored data: nulls with a reason for each; `reason` comes first. */
export function emptyPanel(about: About, panel: StoredPanel, reason: string): unknown {
  const panels = companyPanels(nothingKnown(about), { gamma: null, sector: NO_SECTOR })
  const value = panels[panel] as { reasons: Record<string, string> }
  return { ...value, as_of: null, reason, reasons: value.reasons }
}

const UNREAD: Omit<About, 'ticker'> = { name: null, sector: null, cik: null, origin: 'member', isPinned: false }

/** Used when nothing can be read and it is unknown whether the company exists. */
export const unreadPanel = (ticker: string, panel: StoredPanel, reason: string): unknown =>
  emptyPanel({ ticker, ...UNREAD }, panel, reason)
