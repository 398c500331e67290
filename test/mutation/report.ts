import { AREAS, areaOf } from './areas.ts'
import type { Mutant } from './mutant.ts'
import type { Verdict } from './try-mutants.ts'

const MS = 1_000

export const mutantLine = ({ path, line, before, after }: Mutant): string =>
  `${path}:${line}\n      ${before}\n    → ${after}`

export function verdictLine({ mutant, outcome, by, ms }: Verdict): string {
  const place = `${mutant.path}:${mutant.line}`
  const seconds = `${(ms / MS).toFixed(1)} s`
  return outcome === 'killed' ? `killed    ${place}  ${seconds}  ${by}` : `${outcome.padEnd(9)} ${mutantLine(mutant)}`
}

/** A mutant that never ends counts as killed, because such a change would be noticed. A refused one is not counted. */
export function scoreLine(verdicts: readonly Verdict[]): string {
  const count = (outcome: Verdict['outcome']): number => verdicts.filter((one) => one.outcome === outcome).length
  const killed = count('killed') + count('timeout')
  const tried = verdicts.length - count('refused')
  const share = tried === 0 ? 100 : (killed / tried) * 100
  return (
    `${killed} of ${tried} killed (${share.toFixed(0)} %), ${count('timeout')} of them by a timeout; ` +
    `${count('survived')} survived, ${count('untested')} are reached by no test; ` +
    `the compiler refused ${count('refused')} more`
  )
}

/** The score of each area that verdicts belong to. */
export function areaLines(verdicts: readonly Verdict[]): string[] {
  const byArea = Map.groupBy(verdicts, ({ mutant }) => areaOf(mutant.path))
  const width = Math.max(...AREAS.map((area) => area.length))
  return [...byArea].map(([area, own]) => `${area.padEnd(width)}  ${scoreLine(own)}`)
}

export function survivorLines(verdicts: readonly Verdict[]): string[] {
  const living = verdicts.filter(({ outcome }) => outcome === 'survived' || outcome === 'untested')
  return living.flatMap((verdict) => [
    verdictLine(verdict),
    ...verdict.ran.map((test) => `      not noticed by ${test}`),
  ])
}
