import { daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import { type Fact, quartersOf } from '../filings/reported-facts.ts'
import { FLOW_LINES, type FlowLine } from '../filings/statement-lines.ts'
import { differs, type FactsByTag, isScaled } from './lines.ts'
import { inNewShares, type Split } from './splits.ts'

/**
 * A day on which a filer began to state a line on another basis, because a business became a discontinued one or a new
 * accounting rule was applied to the past. Figures filed earlier are on the old basis.
 */
export interface Recast {
  day: TradingDay
  /** The largest share by which it moved a figure. */
  share: number
}

/** Two filings that state one period differently; the basis changed after the first and no later than the second. */
interface Change {
  after: TradingDay
  by: TradingDay
  share: number
}

/**
 * The recasts of a line, oldest first. A later filing restates its comparatives again for each quarter that comes
 * round. One recast between the two filings explains all of these, so only a difference that no known recast explains
 * is a new recast.
 */
export function recastsOf(facts: FactsByTag, line: FlowLine, splits: readonly Split[]): Recast[] {
  const { tags, unit } = FLOW_LINES[line]
  const changes = tags
    .flatMap((tag) =>
      changesOf(
        (facts.get(tag) ?? []).filter((fact) => fact.unit === unit),
        line,
        splits,
      ),
    )
    .toSorted((a, b) => daysBetween(b.by, a.by))
  const found: Recast[] = []
  for (const { after, by, share } of changes) {
    const last = found.at(-1)
    if (last && last.day > after) last.share = Math.max(last.share, share)
    else found.push({ day: by, share })
  }
  return found
}

function changesOf(facts: readonly Fact[], line: FlowLine, splits: readonly Split[]): Change[] {
  const stated = facts.filter((fact) => quartersOf(fact) !== null)
  return [...Map.groupBy(stated, ({ start, end }) => `${start} ${end}`).values()].flatMap((own) => {
    const byFiling = own
      .toSorted((a, b) => daysBetween(b.filed, a.filed))
      .map((fact) => (line === 'eps_diluted' ? inNewShares(fact, splits) : fact))
    const lasting = byFiling.filter((fact, at) => !isSlip(line, fact, byFiling.slice(0, at), byFiling.slice(at + 1)))
    return lasting.flatMap(({ value, filed }, at): Change[] => {
      const before = lasting[at - 1]
      if (before === undefined || before.filed === filed || isScaled(before.value, value)) return []
      if (!differs(line, before.value, value)) return []
      const share = Math.abs(value - before.value) / Math.max(Math.abs(value), Math.abs(before.value))
      return [{ after: before.filed, by: filed, share }]
    })
  })
}

/** If the filings before and after agree with each other, the figure between them was an error and not a recast. */
const isSlip = (line: FlowLine, { value }: Fact, earlier: readonly Fact[], later: readonly Fact[]): boolean =>
  earlier.some(
    (before) => differs(line, before.value, value) && later.some((after) => !differs(line, before.value, after.value)),
  )

/** Whether a line was recast between two filings. */
export const isRecastBetween = (recasts: readonly Recast[], a: TradingDay, b: TradingDay): boolean =>
  recasts.some(({ day }) => (a < day && day <= b) || (b < day && day <= a))

interface Part {
  value: number
  filed: TradingDay
}

/** A figure whose parts are on two bases must be wrong by less than this share; otherwise there is no figure. */
const MIXED_MAX = 0.03

/** Whether parts filed before and after a recast give a figure that nobody reported. */
export function isMixed(recasts: readonly Recast[], plus: readonly Part[], minus: readonly Part[], total: number) {
  const parts = [...plus, ...minus.map(({ value, filed }) => ({ value: -value, filed }))]
  return recasts.some(({ day, share }) => {
    const old = parts.filter(({ filed }) => filed < day)
    if (old.length === 0 || old.length === parts.length) return false
    const moved = share * Math.abs(old.reduce((sum, { value }) => sum + value, 0))
    return moved > MIXED_MAX * Math.abs(total)
  })
}
