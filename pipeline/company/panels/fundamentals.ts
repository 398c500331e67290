import type { FundamentalsPanel } from '../../../shared/domain/contract/company/fundamentals.ts'
import type { PanelInput } from '../../../shared/domain/contract/company/panel.ts'
import type { FilingRow } from '../../../shared/domain/market/company-record.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import type { Fact } from '../../filings/reported-facts.ts'
import { fundamentals } from '../fundamentals.ts'
import { type CompanyInputs, headOf, inputOf, type Stored } from '../inputs.ts'

/** The facts of filings; each counts from the day on which its filing became known. */
export const factsOf = (filings: readonly Stored<FilingRow>[]): Fact[] =>
  filings.flatMap((filing) => {
    const { key, row } = filing
    const filed = knownOn(filing)
    return (row.facts ?? []).map(([tag, unit, start, end, value]) => ({
      tag,
      unit,
      start,
      end,
      value,
      accession: key,
      form: row.form,
      filed,
    }))
  })

export function knownOn({ knownAt, row }: Stored<FilingRow>): TradingDay {
  const { day } = eastern(knownAt)
  return day < row.filed ? row.filed : day
}

/** Adopted splits as an input of a panel. */
export const splitInput = (inputs: CompanyInputs): PanelInput =>
  inputOf(
    'adopted splits',
    'corporate actions',
    inputs.splits.map(({ exDate, knownAt }) => ({ day: exDate, knownAt })),
    inputs,
  )

const NO_FILING = 'no filing with figures is known yet'

export function fundamentalsPanel(inputs: CompanyInputs): FundamentalsPanel {
  const { company, day, filings, splits: actions } = inputs
  const facts = factsOf(filings)
  const unread = filings.find(({ row }) => row.unreadable !== undefined)?.row.unreadable ?? null
  const unreadable = facts.length > 0 ? null : (unread ?? NO_FILING)
  // The filings were known at the cutoff, whatever their own day; the rules compare days.
  const on = facts.reduce((latest, { filed }) => (filed > latest ? filed : latest), day)
  const {
    name: _name,
    as_of: _asOf,
    ...figures
  } = fundamentals({ name: company.name, facts, unreadable, foreign: [] }, { on, splits: null, actions })
  const stated = filings.filter(({ row }) => row.facts !== null)
  const reasons = {
    quarters: figures.quarters.length === 0 ? (unreadable ?? 'no filing states a period') : null,
    'ttm.end': figures.ttm.end === null ? (unreadable ?? 'no filing states a period') : null,
    'balance.end': figures.balance.end === null ? (unreadable ?? 'no filing states a balance') : null,
  }
  const read = [inputOf('filings with figures', 'filings', stated, inputs), splitInput(inputs)]
  const head = headOf(inputs, read, reasons)
  return { ...head, ...figures } as FundamentalsPanel
}
