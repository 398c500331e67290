import type { EstimatesDay, EstimatesPanel } from '../../../shared/domain/contract/company/estimates.ts'
import type { EstimatesRow } from '../../../shared/domain/market/company-record.ts'
import { easternIso } from '../../../shared/time/eastern.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { type CompanyInputs, headOf, inputOf, type Stored, shown } from '../inputs.ts'

const SPANS = { d7: 7, d30: 30, d90: 90 } as const
/** A snapshot that is this much older still counts for its day, because weekends and holidays have none. */
const STANDS_DAYS = 5
const NONE = 'no snapshot of estimates is known yet; they are fetched each evening'

const estimatesDay = ({ day, knownAt, row }: Stored<EstimatesRow>): EstimatesDay => ({
  day,
  known_at: easternIso(knownAt),
  quarters: row.quarters,
  years: row.years,
  price_target: row.target?.mean ?? null,
  price_target_low: row.target?.low ?? null,
  price_target_high: row.target?.high ?? null,
  buy: row.target?.buy ?? null,
  hold: row.target?.hold ?? null,
  sell: row.target?.sell ?? null,
})

/** The change of one period's consensus against a snapshot of so many days ago. */
function revisionOver(rows: readonly Stored<EstimatesRow>[], days: number): number | null {
  const [newest] = rows
  const quarter = newest?.row.quarters[0]
  if (!newest || quarter?.eps == null || quarter.eps === 0) return null
  const wanted = addDays(newest.day, -days)
  const then = rows.find(({ day }) => day <= wanted && day >= addDays(wanted, -STANDS_DAYS))
  const before = then?.row.quarters.find(({ fiscal_end }) => fiscal_end === quarter.fiscal_end)?.eps
  return before == null || before === 0 ? null : shown((quarter.eps - before) / Math.abs(before))
}

/** Estimates raised less lowered, over all of the quarter. */
export function netUpShare({ quarters: [quarter] }: EstimatesRow): number | null {
  if (!quarter?.analysts || quarter.up === null || quarter.down === null) return null
  return shown((quarter.up - quarter.down) / quarter.analysts)
}

export function estimatesPanel(inputs: CompanyInputs, limit: number): EstimatesPanel {
  const { estimates } = inputs
  const history = estimates.slice(0, limit).map(estimatesDay)
  const none = history.length === 0 ? NONE : null
  const [newest] = estimates
  const revisions = {
    period: newest?.row.quarters[0]?.fiscal_end ?? null,
    d7: revisionOver(estimates, SPANS.d7),
    d30: revisionOver(estimates, SPANS.d30),
    d90: revisionOver(estimates, SPANS.d90),
    net_up_share: newest ? netUpShare(newest.row) : null,
  }
  const late = (span: keyof typeof SPANS): string | null =>
    none ?? (revisions[span] === null ? `no estimate snapshot from ${SPANS[span]} days ago covers this period` : null)
  return {
    ...headOf(inputs, [inputOf('snapshots of estimates', 'estimates', estimates, inputs)], {
      latest: none,
      history: none,
      revenue: 'the free sources estimate only earnings per share',
      'revisions.period': none,
      'revisions.d7': late('d7'),
      'revisions.d30': late('d30'),
      'revisions.d90': late('d90'),
      'revisions.net_up_share': none ?? (revisions.net_up_share === null ? 'the vendor counts no revisions' : null),
      'latest.price_target': newest && newest.row.target?.mean == null ? 'the vendor has no price target' : null,
    }),
    latest: history[0] ?? null,
    revenue: null,
    revisions,
    history,
    n: history.length,
  }
}
