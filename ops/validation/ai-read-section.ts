import type { AiReadJudgement } from './ai-read.ts'
import { table } from './markdown-table.ts'

const percent = (share: unknown): string => (typeof share === 'number' ? `${(100 * share).toFixed(1)} %` : '')
const score = (value: unknown): string => (typeof value === 'number' ? value.toFixed(4) : '')

/** The part of docs/validation.md on the verdict of an evening, graded as claims from outside are. */
export const aiReadSection = ({
  falls,
  sizes,
  coverage,
  decomposition,
}: AiReadJudgement): string => `## Verdict of an evening

Each evening's deterministic rate of falls and sizes of the next move, as \`ops read\` writes them, graded by \`ops grade\`: everything stated was known that evening, so all of it is out of sample. The rivals are the rate of falls over all outcomes known at the start and a third for each size.

${table(
  ['claim', 'verdict', 'n', 'dates without overlap', 'n needed', 'score', 'skill', 'interval'],
  (
    [
      ['rate of falls', falls],
      ['sizes', sizes],
    ] as const
  ).map(([name, grade]) => [
    name,
    grade.verdict,
    grade.n,
    String(grade.n_effective),
    grade.n_needed === null ? 'decided' : String(grade.n_needed),
    score(grade.score),
    percent(grade.skill),
    Array.isArray(grade.interval) ? grade.interval.map(percent).join(' to ') : '',
  ]),
)}

${decomposition ? `The Brier score of the rate of falls by thirds: reliability ${score(decomposition.reliability)} (0 is best), resolution ${score(decomposition.resolution)}, uncertainty ${score(decomposition.uncertainty)}.` : ''}

Stated chances of each size by thirds, and how often the size came:

${table(
  ['size', 'n', 'stated', 'came', 'interval of 95 %'],
  coverage.map(({ size, n, stated, came, low, high }) => [
    size,
    n,
    percent(stated),
    percent(came),
    `${percent(low)} to ${percent(high)}`,
  ]),
)}
`
