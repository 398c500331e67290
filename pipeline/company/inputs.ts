import { COMPANY_RULES, type PanelHead, type PanelInput } from '../../shared/domain/contract/company/panel.ts'
import type {
  EarningsRow,
  EstimatesRow,
  FilingRow,
  HeadlineRow,
  ProfileRow,
} from '../../shared/domain/market/company-record.ts'
import type { KnownSplit } from '../../shared/domain/market/known-split.ts'
import { eastern, easternIso } from '../../shared/time/eastern.ts'
import { daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import type { OwnershipForm } from '../filings/ownership.ts'
import type { OptionRow } from './option-row.ts'

/** A stored row with the two times that it has. */
export interface Stored<T> {
  key: string
  day: TradingDay
  knownAt: Date
  row: T
}

export interface Bar {
  day: TradingDay
  close: number
  /** Null where the vendor sent a close alone. */
  high: number | null
  low: number | null
  volume: number | null
  knownAt: Date
}

export interface ShortDay {
  day: TradingDay
  short: number
  total: number
  knownAt: Date
}

export interface CompanyFacts {
  ticker: string
  name: string | null
  sector: string | null
  cik: number | null
  isMember: boolean
  isPinned: boolean
}

/** Everything a company's panels may look at, and nothing that was not known at the cutoff. Lists are newest first, bars oldest first. */
export interface CompanyInputs {
  company: CompanyFacts
  cutoff: Date
  day: TradingDay
  bars: readonly Bar[]
  /** Closes of SPY, oldest first. */
  market: readonly { day: TradingDay; value: number; knownAt: Date }[]
  profile: Stored<ProfileRow> | null
  filings: readonly Stored<FilingRow & { unreadable?: string | undefined }>[]
  ownership: readonly Stored<OwnershipForm>[]
  estimates: readonly Stored<EstimatesRow>[]
  earnings: readonly Stored<EarningsRow & { moved: number }>[]
  options: readonly Stored<OptionRow>[]
  headlines: readonly Stored<HeadlineRow>[]
  shortDays: readonly ShortDay[]
  /** Corporate actions with an ex-date up to `day`, oldest first. */
  splits: readonly KnownSplit[]
  /** The ex-date of a split that is announced and not decided, up to `day`; null without one. */
  undecidedSplit: TradingDay | null
}

interface Dated {
  day: TradingDay
  knownAt: Date
}

/** An input of a panel with its age; `rows` need no order. */
export function inputOf(name: string, source: string, rows: readonly Dated[], { day }: CompanyInputs): PanelInput {
  const newest = rows.reduce<Dated | null>((found, row) => (found === null || row.day > found.day ? row : found), null)
  return {
    name,
    source: newest === null ? null : source,
    n: rows.length,
    through: newest?.day ?? null,
    known_at: newest === null ? null : easternIso(newest.knownAt),
    age_days: newest === null ? null : ageOf(newest, day),
  }
}

/** A calendar lists future days, so its age counts from the day on which its newest entry became known. */
const ageOf = (newest: Dated, day: TradingDay): number =>
  daysBetween(newest.day > day ? eastern(newest.knownAt).day : newest.day, day)

/** Every panel begins with these members; reasons that are null are left out. */
export function headOf(
  { company, cutoff }: CompanyInputs,
  inputs: readonly PanelInput[],
  reasons: Readonly<Record<string, string | null>>,
): PanelHead {
  const given = Object.entries(reasons).flatMap(([member, reason]) => (reason === null ? [] : [[member, reason]]))
  return {
    ticker: company.ticker,
    name: company.name,
    as_of: easternIso(cutoff),
    rule_version: COMPANY_RULES,
    inputs: [...inputs],
    reason: null,
    reasons: Object.fromEntries(given) as Record<string, string>,
  }
}

/** Figures are shown with six digits. */
export const shown = (value: number | null | undefined): number | null =>
  value == null || !Number.isFinite(value) ? null : Number(value.toPrecision(6))

/** The share of earlier values that are lower. */
export function percentileOf(values: readonly number[], value: number): number | null {
  return values.length === 0 ? null : shown(values.filter((each) => each < value).length / values.length)
}

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The inputs of a company of which nothing is stored. */
export const nothingKnownOf = (company: CompanyInputs['company'], cutoff: Date): CompanyInputs => ({
  company,
  cutoff,
  day: eastern(cutoff).day,
  bars: [],
  market: [],
  profile: null,
  filings: [],
  ownership: [],
  estimates: [],
  earnings: [],
  options: [],
  headlines: [],
  shortDays: [],
  splits: [],
  undecidedSplit: null,
})
