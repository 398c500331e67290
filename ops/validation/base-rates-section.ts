import type { Reliability } from '../../pipeline/risk/reliability.ts'
import { verdictInWords } from '../../pipeline/risk/reliability-document.ts'
import type { BaseRateJudgement, Control, Realised } from './base-rates.ts'
import { table } from './markdown-table.ts'

const percent = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined || Number.isNaN(share) ? '' : `${(100 * share).toFixed(digits)} %`
const brier = (value: number | null): string => (value === null ? '' : value.toFixed(4))

/** The part of docs/validation.md on drawdown risk and analogues. */
export const baseRatesSection = (judgement: BaseRateJudgement): string => `## Drawdown risk

A drawdown is a fall of 4 % or more from a close of SPY to a later one within 20 sessions. Each session is judged by the fit of the first session of its year, which used at least 252 sessions whose outcome was known by then, so the first judged year is ${judgement.byYear[0]?.name ?? 'none'}. Effective n counts windows without overlap; intervals are 95 % over it. Only the yearly rates were fitted to these years: the composite is the plain mean of the ranks of its dimensions.

Verdict on ${judgement.risk.n} statements (${judgement.risk.effectiveN} effective): ${verdictInWords(judgement.risk)}.

By composite:

${realisedTable('composite', judgement.byBin)}

By the band that would have been served:

${realisedTable('band', judgement.byBand)}

By stated rate:

${reliabilityTable(judgement.risk)}

By year:

${yearTable(judgement)}

![Composite](validation-drawdown-risk.svg)

![Reliability](validation-reliability.svg)

## Analogues

Every fifth session takes the rate of a drawdown and of a higher close from the 25 nearest past sessions, all with a known outcome by then.

${claimTable(judgement)}

The drawdown rate by stated rate:

${judgement.analogues[0] ? reliabilityTable(judgement.analogues[0].reliability) : ''}

## Shuffled outcomes

The same computation with the outcomes moved to other places in blocks of 60 sessions: whatever a rule still finds in them is luck or a leak. Skill is 1 - Brier / Brier of the expanding base rate.

${table(
  [
    'rule',
    'skill on the real outcomes',
    'shuffles',
    'mean skill',
    'lowest',
    'highest',
    'as good as the real',
    'judged better',
  ],
  [
    ['drawdown risk', percent(judgement.risk.skill, 1), ...controlCells(judgement.control)],
    ['analogues', percent(judgement.analogues[0]?.reliability.skill, 1), ...controlCells(judgement.analogueControl)],
  ],
)}
`

const realisedTable = (what: string, rows: readonly Realised[]): string =>
  table(
    [what, 'n', 'effective n', 'mean stated', 'realised', '95 % interval'],
    rows.map((each) => [
      each.name,
      each.n,
      each.effectiveN,
      percent(each.stated),
      percent(each.realised),
      intervalOf(each.low, each.high),
    ]),
  )

const intervalOf = (low: number | undefined, high: number | undefined): string =>
  low === undefined ? '' : `${percent(low)} to ${percent(high)}`

const reliabilityTable = ({ table: bins }: Reliability): string =>
  realisedTable(
    'stated',
    bins.map(({ from, to, ...bin }) => ({ name: `${percent(from)} to ${percent(to)}`, ...bin })),
  )

const yearTable = ({ byYear }: BaseRateJudgement): string =>
  table(
    ['year', 'n', 'effective n', 'mean stated', 'realised', 'Brier', 'Brier of the base rate'],
    byYear.map((each) => [
      each.name,
      each.n,
      each.effectiveN,
      percent(each.stated),
      percent(each.realised),
      brier(each.brier),
      brier(each.baseBrier),
    ]),
  )

const claimTable = ({ analogues }: BaseRateJudgement): string =>
  table(
    ['claim', 'n', 'effective n', 'Brier', 'Brier of the base rate', 'skill', 'its standard error', 'verdict'],
    analogues.map(({ key, reliability: each }) => [
      key,
      each.n,
      each.effectiveN,
      brier(each.brier),
      brier(each.baseBrier),
      percent(each.skill, 1),
      percent(each.skillError, 1),
      each.verdict,
    ]),
  )

const controlCells = (control: Control): (string | number)[] => [
  control.shuffles,
  percent(control.meanSkill, 1),
  percent(control.lowestSkill, 1),
  percent(control.highestSkill, 1),
  control.asGood,
  control.better,
]
