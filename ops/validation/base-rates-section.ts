import type { Reliability } from '../../pipeline/risk/reliability.ts'
import { verdictInWords } from '../../pipeline/risk/reliability-document.ts'
import type { BaseRateJudgement, Control, Realised } from './base-rates.ts'
import { table } from './markdown-table.ts'

const percent = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined || Number.isNaN(share) ? '' : `${(100 * share).toFixed(digits)} %`
const brier = (value: number | null): string => (value === null ? '' : value.toFixed(4))

/** The part of docs/validation.md on the expected size of falls and on analogues. */
export const baseRatesSection = (judgement: BaseRateJudgement): string => `## Expected size of falls

A fall is one of 4 % or more from a close of SPY to a later one within 20 sessions. The stated rate is the share of past sessions whose worst fall, divided by the volatility that VIX implied for it, reaches 4 % at the VIX of that evening; no coefficient is fitted. ${judgement.falls.table.method} The judged sessions are ${judgement.falls.table.judged_from} to ${judgement.falls.table.judged_to}, because the first statement needs 252 sessions whose outcome is known.

Against the base rate: ${verdictInWords(judgement.falls.walk.reliability)}.

${rivalTable(judgement)}

Skill is 1 - Brier / Brier of the rival. A verdict of "same" is no proof of equality: "n needed" is the number of sessions after which a difference of this size would be told from none. The same table is served by \`signals/drawdown-risk\`.

By third of the stated rate (a third holds when stated and realised are within 10 percentage points and two standard errors):

${thirdsTable(judgement)}

By the band that would have been served:

${realisedTable('band', judgement.byBand)}

By year:

${yearTable(judgement)}

The band of the next close (\`next_session_low\` to \`next_session_high\` of \`ops history\`) should hold ${judgement.falls.table.next_session.band_pct} % of them; it held ${judgement.falls.table.next_session.coverage_pct.toFixed(1)} % of ${judgement.falls.table.next_session.n}.

![Stated rate](validation-falls.svg)

## Analogues

Every fifth session takes the rate of a drawdown and of a higher close from the 25 nearest past sessions, all with a known outcome by then. A claim that is worse than the base rate says so where it is served and is no evidence. Credit is read from HY OAS here; the Baa-10y spread, which a live service has instead, is not validated and decides nothing.

${claimTable(judgement)}

The drawdown rate by third of the stated rate:

${judgement.analogues[0] ? reliabilityTable(judgement.analogues[0].reliability) : ''}

## Shuffled outcomes

The same statements with the outcomes moved to other places in blocks of 60 sessions: whatever a rule still finds in them is luck or a leak.

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
    ['falls', percent(judgement.falls.walk.reliability.skill, 1), ...controlCells(judgement.control)],
    ['analogues', percent(judgement.analogues[0]?.reliability.skill, 1), ...controlCells(judgement.analogueControl)],
  ],
)}
`

const rivalTable = ({ falls }: BaseRateJudgement): string =>
  table(
    ['rival', 'n', 'effective n', 'Brier', 'Brier of the rival', 'skill', 'its standard error', 'verdict', 'n needed'],
    falls.table.rivals.map((each) => [
      each.label,
      each.n,
      each.effective_n,
      brier(each.brier),
      brier(each.rival_brier),
      percent(each.skill, 1),
      percent(each.skill_error, 1),
      each.verdict,
      each.n_needed ?? '',
    ]),
  )

const thirdsTable = ({ falls }: BaseRateJudgement): string => reliabilityTable(falls.walk.reliability)

const reliabilityTable = ({ table: thirds }: Reliability): string =>
  table(
    ['stated', 'n', 'effective n', 'mean stated', 'realised', '95 % interval', 'error of the difference', 'holds'],
    thirds.map((each) => [
      `${percent(each.from)} to ${percent(each.to)}`,
      each.n,
      each.effectiveN.toFixed(0),
      percent(each.stated),
      percent(each.realised),
      intervalOf(each.low, each.high),
      each.error === null ? '' : `${(100 * each.error).toFixed(1)} points`,
      each.holds === null ? 'not told' : each.holds ? 'yes' : 'no',
    ]),
  )

const realisedTable = (what: string, rows: readonly Realised[]): string =>
  table(
    [what, 'n', 'effective n', 'mean stated', 'mean base rate', 'realised', '95 % interval'],
    rows.map((each) => [
      each.name,
      each.n,
      each.effectiveN,
      percent(each.stated),
      percent(each.base),
      percent(each.realised),
      intervalOf(each.low, each.high),
    ]),
  )

const intervalOf = (low: number | undefined, high: number | undefined): string =>
  low === undefined ? '' : `${percent(low)} to ${percent(high)}`

const yearTable = ({ byYear }: BaseRateJudgement): string =>
  table(
    ['year', 'n', 'mean stated', 'mean base rate', 'realised', 'Brier', 'Brier of the base rate'],
    byYear.map((each) => [
      each.name,
      each.n,
      percent(each.stated),
      percent(each.base),
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
