import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownHistory } from '../../pipeline/history/known-history.ts'
import { replay } from '../../pipeline/history/replay.ts'
import { errorMessage } from '../../shared/errors.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { judgeAiRead } from './ai-read.ts'
import { type BaseRateJudgement, judgeBaseRates } from './base-rates.ts'
import { judgeComponents } from './component-areas.ts'
import { fallsPicture } from './falls-picture.ts'
import { judgeChains } from './gamma-chains.ts'
import { readHistoryData } from './history-data.ts'
import { judgeScreener } from './judge-screener.ts'
import { afterStress, byYear, judge } from './judgement.ts'
import { dropEach } from './missing-inputs.ts'
import { pictures } from './pictures.ts'
import { readScreenerData } from './screener-data.ts'
import { validationDocument } from './validation-document.ts'

/** Days known for their stress, chosen independently of the engine's readings. */
const STRESSES: readonly (readonly [date: string, what: string])[] = [
  ['2014-10-09', 'growth scare'],
  ['2015-08-21', 'devaluation of the yuan'],
  ['2016-01-06', 'China and oil'],
  ['2016-06-24', 'Brexit vote'],
  ['2018-02-02', 'short-volatility unwind'],
  ['2018-10-09', 'autumn decline'],
  ['2018-12-19', 'December decline'],
  ['2019-08-05', 'tariffs'],
  ['2020-02-21', 'pandemic'],
  ['2020-06-10', 'second wave'],
  ['2022-01-20', 'first fears of rate increases'],
  ['2022-06-10', 'inflation above 8 %'],
  ['2023-03-09', 'failure of Silicon Valley Bank'],
  ['2024-08-02', 'unwind of yen carry trades'],
  ['2025-04-02', 'tariffs on all imports'],
]
const DOCS = join(import.meta.dirname, '../../docs')
/** The rival table that the service serves. */
const RIVALS = join(import.meta.dirname, '../../pipeline/risk/judged-rivals.json')

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

function validate(env: Record<string, string | undefined>): void {
  const { values, files } = readHistoryData(env)
  say(`${values.length} values of ${files.join(', ')}`)
  const all = [...replay(knownHistory(values))]
  const years = byYear(all)
  const [warmUp, ...judged] = [...years.keys()]
  const days = all.filter(({ row }) => row.tradeDate.slice(0, 4) !== warmUp)
  const [from, to] = [days[0]?.row.tradeDate ?? '', days.at(-1)?.row.tradeDate ?? '']
  const chains = judgeChains(join(env.HISTORY_DATA ?? '', 'chains'))
  say(`${chains.length} saved chains`)
  const baseRates = judgeBaseRates(values)
  writeFileSync(RIVALS, rivalsFile(baseRates.falls))
  say('size of falls and analogues')
  const aiRead = judgeAiRead(baseRates.falls)
  say('verdicts of evenings')
  const areas = judgeComponents(values)
  say('components against VIX alone')
  const members = readScreenerData(env.HISTORY_DATA ?? '')
  const screener = members && judgeScreener(members, { values, folder: env.HISTORY_DATA ?? '', say })
  const document = validationDocument({
    areas,
    screener,
    chains,
    baseRates,
    aiRead,
    files,
    from,
    to,
    years: judged.map((year) => judge(year, years.get(year) ?? [])),
    whole: judge('all', days),
    stresses: STRESSES.flatMap(([date, what]) =>
      date >= from && date <= to ? (afterStress(all, date, what) ?? []) : [],
    ),
    experiments: dropEach(values, all, from, (name) => say(`without ${name} …`)),
    scores: days.flatMap(({ row }) => row.healthScore ?? []),
  })
  writeFileSync(join(DOCS, 'validation.md'), document)
  for (const [name, picture] of [...pictures(days), ['validation-falls.svg', fallsPicture(baseRates.falls)] as const])
    writeFileSync(join(DOCS, name), picture)
  say('docs/validation.md is written')
}

const rivalsFile = ({ table: { rules_version, ...table } }: BaseRateJudgement['falls']): string =>
  `${JSON.stringify({ rules_version, computed_on: eastern(systemClock.now()).day, ...table }, null, 2)}\n`

try {
  validate(process.env)
} catch (error) {
  say(`validate: ${errorMessage(error)}`)
  process.exitCode = 1
}
