import type { InsiderTrade, OwnershipPanel } from '../../../shared/domain/contract/company/ownership.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { inForce, type OwnershipForm, type Transaction } from '../../filings/ownership.ts'
import { type CompanyInputs, headOf, inputOf, mean, percentileOf, type Stored, shown } from '../inputs.ts'

const DAYS = 90
const LISTED_MAX = 40
const YEAR_SESSIONS = 252
const AVERAGE_SESSIONS = 20
const PERCENTILE_MIN = 20

type Total = OwnershipPanel['open_market']['bought']
type Row = Transaction & { accession: string; filed: string }

/** Keeps only the forms about the company itself: EDGAR also lists those that it files as an owner of others. */
export function withOwnForms(inputs: CompanyInputs): CompanyInputs {
  const { cik } = inputs.company
  const isOwn = ({ row: { issuer } }: Stored<OwnershipForm>) => issuer.cik === null || Number(issuer.cik) === cik
  return cik === null ? inputs : { ...inputs, ownership: inputs.ownership.filter(isOwn) }
}

/**
 * Rows of the forms in force. An amendment replaces what it restates, and a trade reported by several forms counts
 * once: one form names ten owners at most.
 */
function insiderRows({ ownership }: Pick<CompanyInputs, 'ownership'>): { rows: Row[]; forms: number } {
  const named = new Map(ownership.map(({ row, key, day }) => [row, { accession: key, filed: day }]))
  const oldest = [...ownership].reverse().map(({ row }) => row)
  const { forms } = inForce(oldest)
  const reportedIn = new Map<string, string>()
  const isFirst = (row: Row): boolean => {
    if (row.shares === null || row.owned_after === null) return true
    const { date, code, acquired, security, shares, price, owned_after, derivative } = row
    const trade = JSON.stringify([date, code, acquired, security, shares, price, owned_after, derivative])
    const first = reportedIn.get(trade) ?? row.accession
    reportedIn.set(trade, first)
    return first === row.accession
  }
  const rows = forms
    .flatMap((form) => form.transactions.map((row) => ({ ...row, ...named.get(form)! })))
    .filter(isFirst)
  return { rows: rows.toSorted(byDay), forms: forms.length }
}

/** Newest first, and of one day the newest filing first; rows of one filing stay in its order. */
const byDay = (a: Row, b: Row): number => descending(a.date ?? '', b.date ?? '') || descending(a.filed, b.filed)
const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)

export function totalOf(rows: readonly Row[]): Total {
  const priced = rows.flatMap(({ value }) => value ?? [])
  return {
    transactions: rows.length,
    owners: new Set(rows.map(({ owner }) => owner)).size,
    shares: rows.reduce((sum, { shares }) => sum + (shares ?? 0), 0),
    value: priced.length === 0 && rows.length > 0 ? null : Math.round(priced.reduce((sum, value) => sum + value, 0)),
    without_price: rows.length - priced.length,
  }
}

const listed = (row: Row): InsiderTrade => ({
  date: row.date,
  filed: row.filed,
  accession: row.accession,
  form: row.form,
  owner: row.owner,
  role: row.role,
  code: row.code,
  meaning: row.meaning,
  acquired: row.acquired,
  derivative: row.derivative,
  shares: row.shares,
  price: row.price,
  value: row.value,
  owned_after: row.owned_after,
  ownership: row.ownership,
  open_market: row.open_market,
  plan_10b5_1: row.plan_10b5_1,
  reason: row.reason,
})

/** Short sales over all volume of a name, newest first. */
export const shortShares = ({ shortDays }: Pick<CompanyInputs, 'shortDays'>): number[] =>
  shortDays.flatMap(({ short, total }) => (total > 0 ? [short / total] : []))

function shortVolumeOf(inputs: CompanyInputs): OwnershipPanel['short_volume'] {
  const shares = shortShares(inputs).slice(0, YEAR_SESSIONS)
  const [now, ...before] = shares
  const average = before.length < AVERAGE_SESSIONS ? null : mean(before.slice(0, AVERAGE_SESSIONS))
  return {
    day: inputs.shortDays[0]?.day ?? null,
    share: shown(now),
    average_20: shown(average),
    percentile: now === undefined || before.length < PERCENTILE_MIN ? null : percentileOf(before, now),
    n: shares.length,
  }
}

export const recentRows = (inputs: CompanyInputs, days = DAYS): Row[] => {
  const since = addDays(inputs.day, -days)
  return insiderRows(inputs).rows.filter(({ date }) => date !== null && date > since)
}

export function ownershipPanel(inputs: CompanyInputs): OwnershipPanel {
  const { rows, forms } = insiderRows(inputs)
  const recent = recentRows(inputs)
  const market = recent.filter(({ open_market }) => open_market)
  const noForms = forms === 0 ? 'no ownership form of the last half year is known' : null
  const totals = (own: readonly Row[]): Total => (noForms ? { ...totalOf(own), value: null } : totalOf(own))
  const bought = totals(market.filter(({ code }) => code === 'P'))
  const sold = totals(market.filter(({ code, plan_10b5_1 }) => code === 'S' && !plan_10b5_1))
  const byPlan = totals(market.filter(({ code, plan_10b5_1 }) => code === 'S' && plan_10b5_1))
  const net = noForms || bought.value === null || sold.value === null ? null : bought.value - sold.value
  const short = shortVolumeOf(inputs)
  const codes = Map.groupBy(recent, ({ code }) => code ?? 'none')
  const noShort = short.share === null ? 'no file of short volume is known yet; they come by 18:00 Eastern' : null
  const few = (value: unknown, need: number) =>
    noShort ?? (value === null ? `needs ${need} sessions, ${short.n} are known` : null)
  return {
    ...headOf(
      inputs,
      [
        inputOf('ownership forms', 'filings', inputs.ownership, inputs),
        inputOf('short-sale volume', 'darkpool', inputs.shortDays, inputs),
      ],
      {
        transactions: noForms ?? (rows.length === 0 ? 'the forms of the last half year list no transaction' : null),
        open_market: noForms,
        by_code: recent.length === 0 ? `no trade of the last ${DAYS} days is known` : null,
        'open_market.net_value': net === null ? (noForms ?? 'some trades state no price') : null,
        'short_volume.day': noShort,
        'short_volume.share': noShort,
        'short_volume.average_20': few(short.average_20, AVERAGE_SESSIONS + 1),
        'short_volume.percentile': few(short.percentile, PERCENTILE_MIN + 1),
        short_interest: 'no free file states it by name',
        institutions: '13F filings list holders and not companies; they are not read',
      },
    ),
    days: DAYS,
    open_market: { bought, sold, sold_by_plan: byPlan, net_value: net },
    by_code: Object.fromEntries([...codes].map(([code, own]) => [code, totalOf(own)])),
    transactions: rows.slice(0, LISTED_MAX).map(listed),
    n: forms,
    short_volume: short,
    short_interest: null,
    institutions: null,
  }
}
