import { REGIMES } from '../../pipeline/regime/regime-now.ts'
import { RULES_VERSION } from '../../pipeline/score/score.ts'
import type { BaseRateJudgement } from './base-rates.ts'
import { baseRatesSection } from './base-rates-section.ts'
import type { JudgedChain } from './gamma-chains.ts'
import { gammaSection } from './gamma-section.ts'
import type { Period, Stress } from './judgement.ts'
import { table } from './markdown-table.ts'
import type { Experiment } from './missing-inputs.ts'

export interface Judgement {
  files: readonly string[]
  from: string
  to: string
  years: readonly Period[]
  whole: Period
  stresses: readonly Stress[]
  experiments: readonly Experiment[]
  scores: readonly number[]
  chains: readonly JudgedChain[]
  baseRates: BaseRateJudgement
}

const shown = (value: number | null, digits = 0): string => (value === null ? 'never' : value.toFixed(digits))

/** docs/validation.md: made by `npm run validate`, never written by hand. */
export const validationDocument = (judgement: Judgement): string => `# Validation

What the engine says of real history. Made by \`npm run validate\` (rules ${RULES_VERSION}); it needs \`HISTORY_DATA\`, a folder with \`history-*.csv.gz\` of \`series,date,value\` rows, which is licensed and no part of the project. Sessions from ${judgement.from} to ${judgement.to}, each as of 20:00 Eastern with what was public by then. The first year of the file is warm-up and not judged.

The lines and curves were set by reasoning and looked at on these years; only years not seen can judge them.

## By year

Shares are of the sessions with a regime. A spell is an unbroken stretch of one regime.

${yearTable([...judgement.years, judgement.whole])}

![Health score](validation-score.svg)

![Fragility](validation-fragility.svg)

## Stress

Regime and score at the close of the date and of the next two sessions. "To stress" counts sessions until RISK-OFF or PANIC, "to recovery" sessions from the date until CAUTIOUS or better after that.

${stressTable(judgement.stresses)}

## Distribution of the score

${distribution(judgement.scores)}

## Without an input

The whole history again without the series of one component. A lost score or regime is null with a reason. The bounds of the poorer score should contain the full one.

${experimentTable(judgement.experiments)}

${gammaSection(judgement.chains)}
${baseRatesSection(judgement.baseRates)}
## Limits

- Values are the vendors' latest revisions; the file has no vintages.
- COT releases were delayed by government shutdowns; the replay knows them by the dates the CFTC announced, or the Friday of the week where it named only that.
- Seven years hold three declines of note. Nothing here says that a regime predicts one.
`

const yearTable = (periods: readonly Period[]): string =>
  table(
    [
      'year',
      'sessions',
      'median score',
      ...REGIMES.map((regime) => `${regime} %`),
      'spells',
      'median spell',
      'fragility',
    ],
    periods.map((each) => [
      each.name,
      each.sessions,
      shown(each.medianScore, 1),
      ...REGIMES.map((regime) => each.shares[regime].toFixed(0)),
      each.spells,
      shown(each.medianSpell, 1),
      shown(each.fragility, 1),
    ]),
  )

const stressTable = (stresses: readonly Stress[]): string =>
  table(
    ['date', 'what', 'that close', 'next', 'second', 'fragility', 'to stress', 'to recovery'],
    stresses.map(({ date, what, closes, sessionsToStress, sessionsToRecovery }) => [
      date,
      what,
      ...[0, 1, 2].map((at) => `${closes[at]?.regime ?? 'none'} ${shown(closes[at]?.score ?? null)}`),
      shown(closes[1]?.fragility ?? null, 1),
      shown(sessionsToStress),
      shown(sessionsToRecovery),
    ]),
  )

const QUANTILES = [0, 5, 25, 50, 75, 95, 100]

function distribution(scores: readonly number[]): string {
  const sorted = scores.toSorted((a, b) => a - b)
  const at = (percent: number) => sorted[Math.round(((sorted.length - 1) * percent) / 100)] ?? 0
  return table(
    ['sessions', ...QUANTILES.map((percent) => `${percent} %`)],
    [[sorted.length, ...QUANTILES.map((percent) => at(percent))]],
  )
}

const experimentTable = (experiments: readonly Experiment[]): string =>
  table(
    ['without', 'scores lost', 'regimes lost', 'regimes changed %', 'mean change', 'mean size', 'outside bounds'],
    experiments.map((each) => [
      each.without,
      each.scoresLost,
      each.regimesLost,
      each.regimesChanged.toFixed(1),
      shown(each.meanChange, 1),
      shown(each.meanSize, 1),
      each.outsideBounds,
    ]),
  )
