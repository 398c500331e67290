import { CLOSE_ONLY_RANGE_FACTOR } from '../../pipeline/screener/indicators.ts'
import { ROUND_TRIP_COST } from '../../pipeline/screener/outcome.ts'
import { SCREENER_RULES } from '../../pipeline/screener/rules.ts'
import type { ArchetypeJudgement, ScreenerJudgement } from './judge-screener.ts'
import { table } from './markdown-table.ts'

const percent = (share: number | null | undefined, digits = 1): string =>
  share === null || share === undefined ? 'none' : `${(100 * share).toFixed(digits)} %`

const range = (interval: { low: number | null; high: number | null } | null | undefined, digits = 1): string =>
  !interval || interval.low === null || interval.high === null
    ? 'none'
    : `${percent(interval.low, digits)} to ${percent(interval.high, digits)}`

/** The part of docs/validation.md on the screener. */
export function screenerSection(judgement: ScreenerJudgement | null): string {
  if (!judgement) return '## Screener\n\nThe folder holds no closes of index members.\n'
  const { archetypes, factor, absentShare, from, to, files } = judgement
  return `## Screener

\`ops screener\` (rules ${SCREENER_RULES}) over the closes of the index's members of each day, ${from} to ${to} (${files.join(', ')}); the first 252 bars of a name are its warm-up. An episode is a ripe setup as a run recorded it, entered at the next close and measured over all bars of its horizon against SPY, after a cost of ${percent(ROUND_TRIP_COST, 2)}. A hit has an excess above 0. Episodes of one block of weeks move together, so the interval (95 %) counts complete cohorts, not episodes.

${table(
  ['archetype', 'side', 'bars', 'episodes', 'cohorts', 'hit rate', 'interval', 'mean excess', 'cohorts that hit'],
  archetypes.map((each) => [
    each.archetype.id,
    each.archetype.side,
    each.archetype.horizon,
    each.n === 0 ? 'insufficient_data' : each.n,
    each.cohorts,
    percent(each.hitRate),
    range(each.interval),
    percent(each.meanExcess, 2),
    percent(each.cohortRate),
  ]),
)}

The gauntlet of the last month. Margins are the mean excess of cohorts over the placebo, with bounds corrected over ${archetypes.length} archetypes: the same name on other days of the same volatility third, and other names of the same day, sector and volatility third.

${gauntletTable(archetypes)}

${conclusion(archetypes)}

Contracts by their own exit (slots, stops, macro exits). A stop alone moves the rate of chance below one half, so their rival is not 50 % but placebo contracts with the same stop and horizon: other dates and other names, drawn as for the gauntlet.

${table(
  ['archetype', 'contracts', 'hit rate', 'placebo hit rate', 'mean excess', 'placebo mean excess'],
  archetypes.map(({ archetype, contracts, gauntlet }) => [
    archetype.id,
    contracts.n,
    percent(contracts.hitRate),
    percent(gauntlet?.contracts.placeboHitRate),
    percent(contracts.meanExcess, 2),
    percent(gauntlet?.contracts.placeboMean, 2),
  ]),
)}

What is left of autocorrelation between neighbouring cohorts, and how often a coin with it would ever have been BETTABLE within the same number of cohorts, looked at after each:

${table(
  ['archetype', 'cohorts', 'autocorrelation of hits', 'coin ever BETTABLE'],
  archetypes.map(({ archetype, cohorts, autocorrelation, coinBettable }) => [
    archetype.id,
    cohorts,
    autocorrelation === null ? 'none' : autocorrelation.toFixed(2),
    percent(coinBettable),
  ]),
)}

- **Ranges from closes.** Closes alone have no range, so a true range is taken as ${CLOSE_ONLY_RANGE_FACTOR} times the absolute change.${factor ? ` On SPY's own bars, the sum of true ranges was ${factor.factor.toFixed(2)} times the sum of absolute changes (${factor.sessions} sessions).` : ''} It sets stops only; evidence has none.
- **Survivors.** The files lack closes on ${percent(absentShare)} of the days on which a name was a member: mostly companies that failed or were bought. Had every episode of theirs failed, or every one succeeded, the hit rates would be: ${archetypes
    .filter(({ bounds }) => bounds !== null)
    .map(({ archetype, bounds }) => `${archetype.id} ${range(bounds)}`)
    .join(
      '; ',
    )}. Longs look better and shorts worse than they were. The placebos were drawn from the same survivors, so the margins suffer less.
- **Missing inputs.** An archetype that needs volume or days of reports says insufficient_data here.
- **What was changed after the first run.** Nothing of what this evidence rests on. After a first look at 2013 to 2015, the bound on deep scans of a run was raised from 60 to 200, so that it is rarely reached, and a scan now looks among the newest 2,000 episodes of an archetype; both change convictions, and so which picks are locked, alone. Later the placebo contracts and the table of autocorrelation were added; panels and days of reports move convictions in the service, and a replay has none. The table of evidence came out the same each time. No threshold of an archetype was touched.
`
}

const gauntletTable = (archetypes: readonly ArchetypeJudgement[]): string =>
  table(
    [
      'archetype',
      'placebo dates: hit rate',
      'margin',
      'placebo tickers: hit rate',
      'margin',
      'gauntlet',
      'tier',
      'ever BETTABLE',
    ],
    archetypes.map(({ archetype, gauntlet, tier, wasBettable }) => [
      archetype.id,
      percent(gauntlet?.dates.placeboHitRate),
      range(gauntlet?.dates, 2),
      percent(gauntlet?.tickers.placeboHitRate),
      range(gauntlet?.tickers, 2),
      gauntlet?.state ?? 'insufficient',
      tier,
      wasBettable ? 'yes' : 'no',
    ]),
  )

function conclusion(archetypes: readonly ArchetypeJudgement[]): string {
  const passed = archetypes.filter(({ gauntlet }) => gauntlet?.state === 'passed').map(({ archetype }) => archetype.id)
  return passed.length === 0
    ? 'No archetype passed: none has an edge that these years can tell from its placebos.'
    : `Passed: ${passed.join(', ')}. The others have no edge that these years can tell from their placebos.`
}
