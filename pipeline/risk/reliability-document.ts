import type { Reliability as ReliabilityDocument } from '../../shared/domain/contract/base-rates.ts'
import { shown } from '../maths/shown.ts'
import { EFFECTIVE_MIN, type Reliability } from './reliability.ts'
import type { StateHistory } from './state-history.ts'

interface Range {
  first: number | null
  last: number | null
}

export function reliabilityDocument(
  reliability: Reliability,
  { days }: StateHistory,
  { first, last }: Range,
): ReliabilityDocument {
  return {
    verdict: reliability.verdict,
    reason: verdictInWords(reliability),
    from: first === null ? null : days[first]!,
    to: last === null ? null : days[last]!,
    n: reliability.n,
    effective_n: reliability.effectiveN,
    brier: shownOrNull(reliability.brier),
    base_brier: shownOrNull(reliability.baseBrier),
    skill: shownOrNull(reliability.skill),
    skill_error: shownOrNull(reliability.skillError),
    table: reliability.table.map(({ effectiveN, stated, realised, low, high, ...bin }) => ({
      ...bin,
      effective_n: effectiveN,
      stated: shown(stated),
      realised: shown(realised),
      low: shown(low),
      high: shown(high),
    })),
  }
}

const shownOrNull = (value: number | null): number | null => (value === null ? null : shown(value))
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

export function verdictInWords({ verdict, effectiveN, brier, baseBrier, skill, skillError }: Reliability): string {
  if (verdict === 'insufficient_data' || brier === null || baseBrier === null || skill === null)
    return `not judged yet: ${effectiveN} of ${EFFECTIVE_MIN} outcomes without overlap are known`
  const figures = `Brier score ${brier.toFixed(3)} against ${baseBrier.toFixed(3)} for the base rate`
  const gain = `${skill >= 0 ? 'a gain' : 'a loss'} of ${percent(Math.abs(skill))}`
  const error = skillError === null ? '' : ` with a standard error of ${percent(skillError)}`
  return verdict === 'better'
    ? `better than the base rate: ${figures}, ${gain}${error}`
    : `no better than the base rate beyond chance: ${figures}, ${gain}${error}`
}
