import { addDays, daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import type { FlowLine } from '../filings/statement-lines.ts'
import type { FactsByTag } from './lines.ts'
import {
  type Figure,
  isKnown,
  type Known,
  type Period,
  type Periods,
  periodReader,
  rounded,
  type Span,
  unknown,
} from './periods.ts'
import { isMixed, isRecastBetween } from './recasts.ts'
import { haveSharesMoved } from './shares-moved.ts'
import type { Split } from './splits.ts'

/** The figures of a line by period, as these facts state them. */
export interface FlowReader {
  quarter(line: FlowLine, end: TradingDay): Figure
  twelveMonths(line: FlowLine, end: TradingDay): Figure
}

/** A restated year less months that were not restated would be a figure that nobody reported. */
const isRestatedAlone = (long: Period, parts: readonly Period[]): boolean =>
  long.isRestated && parts.some(({ isRestated, filed }) => !isRestated && filed < long.filed)
const MIXED = 'the longer period was restated, and the shorter one was not'

/** Sums of a line's parts; null where the parts were filed before and after a recast. */
function partsReader(periods: Periods) {
  const { withStart, quartersBetween, recastsOf } = periods
  /** The last filing day that may be combined with a longer period: a part recast later is on another basis. */
  const basisOf = (line: FlowLine, whole: Period, part: Period | undefined) =>
    part && part.filed > whole.filed && isRecastBetween(recastsOf(line), whole.filed, part.filed)

  /** The period from a day as it was stated on the basis of a longer one. */
  function shorter(line: FlowLine, quarters: Span, whole: Period): Period | null {
    const newest = withStart(line, quarters, whole.start)
    if (!newest || !basisOf(line, whole, newest)) return newest
    return withStart(line, quarters, whole.start, whole.filed) ?? newest
  }

  function quartersOf(line: FlowLine, whole: Period, end: TradingDay, count: number): Period[] | null {
    const newest = quartersBetween(line, { start: whole.start, end }, count)
    if (!newest?.some((part) => basisOf(line, whole, part))) return newest
    return quartersBetween(line, { start: whole.start, end, asOf: whole.filed }, count) ?? newest
  }

  function total(line: FlowLine, plus: readonly Known[], minus: readonly Known[], method: string): Figure {
    const figure = sum(plus, minus, method)
    return isMixed(recastsOf(line), plus, minus, figure.value) ? unknown(RECAST) : figure
  }

  /** The same for periods whose earnings a share add up as long as the number of shares stays about the same. */
  function combined(line: FlowLine, plus: readonly Period[], minus: readonly Period[], method: string): Figure {
    const isMoved = line === 'eps_diluted' && haveSharesMoved(periods, plus, minus)
    return isMoved ? unknown(MOVED) : total(line, plus, minus, method)
  }

  return { shorter, quartersOf, total, combined }
}
const MOVED = 'the number of shares changed too much within the period for earnings a share to be a difference'
const APART = 'its parts are stated under tags that mean different things'
const RECAST = 'its parts were filed before and after earlier periods were restated'

/** Single quarters: as stated, or the difference between a longer and a shorter period. */
function quarterReader(
  { stated, withStart, areApart }: Periods,
  { shorter, quartersOf, combined }: ReturnType<typeof partsReader>,
) {
  const less = (line: FlowLine, long: Period, parts: readonly Period[], method: string): Figure => {
    if (isRestatedAlone(long, parts)) return unknown(MIXED)
    return areApart(line, [long, ...parts]) ? unknown(APART) : combined(line, [long], parts, method)
  }

  /** Periods from the start of a fiscal year: as stated, or the sum of their quarters. */
  function quarter(line: FlowLine, end: TradingDay): Figure {
    const direct = stated(line, 1, end)
    if (direct) return plain(direct)
    for (const quarters of [4, 3, 2] as const) {
      const long = stated(line, quarters, end)
      if (!long) continue
      const short = shorter(line, (quarters - 1) as Span, long)
      const method =
        quarters === 4
          ? 'fiscal year less its first nine months'
          : 'year to date less the year to date one quarter earlier'
      if (short) return less(line, long, [short], method)
      const others = quarters === 4 ? quartersOf(line, long, end, 3) : null
      if (others) return less(line, long, others, 'year less its three quarters')
    }
    return unknown(NOT_STATED)
  }

  /** First day of the quarter that ends on a day: of the stated quarter, or the day after the shorter period. */
  function quarterStart(line: FlowLine, end: TradingDay): TradingDay | null {
    const direct = stated(line, 1, end)
    if (direct) return direct.start
    for (const quarters of [4, 3, 2] as const) {
      const long = stated(line, quarters, end)
      const short = long && withStart(line, (quarters - 1) as Span, long.start)
      if (short) return addDays(short.end, 1)
    }
    return null
  }

  return { quarter, quarterStart }
}

export function flowReader(facts: FactsByTag, splits: readonly Split[]): FlowReader {
  const periods = periodReader(facts, splits)
  const { stated } = periods
  const parts = partsReader(periods)
  const { shorter, quartersOf, total, combined } = parts
  const { quarter, quarterStart } = quarterReader(periods, parts)

  function twelveMonths(line: FlowLine, end: TradingDay): Figure {
    const whole = stated(line, 4, end)
    if (whole) return plain(whole)
    for (const quarters of [3, 2, 1] as const) {
      const part = stated(line, quarters, end)
      if (!part) continue
      const year = stated(line, 4, addDays(part.start, -1))
      if (!year) continue
      const before = shorter(line, quarters, year)
      if (before) return combined(line, [year, part], [before], 'year plus year to date less the year to date before')
    }
    return withQuarters(line, end) ?? fourQuarters(line, end)
  }

  /** The same from single quarters, for filers that state no year to date. */
  function withQuarters(line: FlowLine, end: TradingDay): Figure | null {
    const part: Period[] = []
    let at = end
    for (let count = 1; count <= 3; count++) {
      const next = stated(line, 1, at)
      if (!next) return null
      part.push(next)
      at = addDays(next.start, -1)
      const year = stated(line, 4, at)
      if (!year) continue
      const before = quartersOf(line, year, at, count)
      return before && combined(line, [year, ...part], before, 'year plus quarters since less the same quarters before')
    }
    return null
  }

  function fourQuarters(line: FlowLine, end: TradingDay): Figure {
    const found: Known[] = []
    let at = end
    for (let count = 0; count < 4; count++) {
      const figure = quarter(line, at)
      const start = quarterStart(line, at)
      if (!isKnown(figure) || start === null) return unknown('the filings do not cover twelve months without a gap')
      found.push(figure)
      at = addDays(start, -1)
    }
    return total(line, found, [], 'four quarters')
  }

  return { quarter, twelveMonths }
}

const NOT_STATED = 'no filing known then states it'

const plain = ({ start: _start, end: _end, isRestated: _restated, ...figure }: Period): Known => figure

/** A sum is attributed to the newest filing of its parts. */
export function sum(plus: readonly Known[], minus: readonly Known[], method: string): Known {
  const parts = [...plus, ...minus]
  const newest = parts.reduce((found, part) => (daysBetween(found.filed, part.filed) > 0 ? part : found))
  const total = plus.reduce((all, { value }) => all + value, 0) - minus.reduce((all, { value }) => all + value, 0)
  const digits = newest.unit === 'USD/shares' ? Math.round(total * 1e4) / 1e4 : rounded(total)
  const { unit, accession, tag, filed } = newest
  return { value: digits, unit, accession, tag, filed, derived: true, method }
}

export function difference(whole: Figure, less: Figure, method: string): Figure {
  if (!isKnown(whole)) return whole
  return isKnown(less) ? sum([whole], [less], method) : less
}
