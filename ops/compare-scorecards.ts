import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { z } from 'zod'
import { Scorecard } from '../shared/domain/contract/scorecard.ts'
import { AppError, errorMessage } from '../shared/errors.ts'
import type { Env, Say } from './calendar.ts'
import { problemOf } from './reason.ts'
import { table } from './table.ts'

/** The content of a file of `ops scorecard`. */
const Saved = z.object({ account_id: z.int(), name: z.string(), scorecard: Scorecard })
export type SavedScorecard = z.infer<typeof Saved>

/** Prints two saved scorecards side by side, and the reasons why they cannot be compared. */
export function compareCommand(_env: Env, say: Say): Command {
  return new Command('compare')
    .description('print two files of ops scorecard side by side')
    .argument('<file>', 'the first scorecard')
    .argument('<other>', 'the second one')
    .action(async (first: string, second: string) => {
      say(comparison(await readScorecard(first), await readScorecard(second)))
    })
}

async function readScorecard(file: string): Promise<SavedScorecard> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const why = problemOf(cause) === undefined ? `: ${errorMessage(cause)}` : ''
    throw new AppError('invalid', `${file} cannot be read${why}`, { cause })
  }
  const saved = Saved.safeParse(value)
  if (saved.success) return saved.data
  const [issue] = saved.error.issues
  throw new AppError('invalid', `${file} is not a file of ops scorecard: ${issue!.path.join('.')} ${issue!.message}`)
}

type Card = SavedScorecard['scorecard']

const FIGURES: readonly (readonly [string, (card: Card) => number | string | null])[] = [
  ['through', ({ through }) => through],
  ['equity as filled', ({ equity }) => dollars(equity.as_filled)],
  ['equity at the bare touch', ({ equity }) => dollars(equity.at_touch)],
  ['equity at the middle', ({ equity }) => dollars(equity.at_mid)],
  ['fills', ({ equity }) => equity.fills],
  ['paid to spread', ({ equity }) => dollars(equity.spread_paid)],
  ['paid to impact', ({ equity }) => dollars(equity.impact_paid)],
  ['paid in fees', ({ equity }) => dollars(equity.fees_paid)],
  ['own return', ({ beta_removed: each }) => percent(each.own_percent)],
  ['return of SPY', ({ beta_removed: each }) => percent(each.spy_percent)],
  ['beta', ({ beta_removed: each }) => each.beta],
  ['return without the market', ({ beta_removed: each }) => percent(each.excess_percent)],
  ['days with a return', ({ beta_removed: each }) => each.days],
  ['closed trades', (card) => card.closed_trades],
  ['gain of closed stock trades', ({ luck }) => dollars(luck.own)],
  ['gain of the middle random account', ({ luck }) => dollars(luck.median)],
  ['ceiling of luck (95 of 100)', ({ luck }) => dollars(luck.ceiling)],
  ['random accounts below', ({ luck }) => percent(luck.rank_percent)],
]

const dollars = (value: number | null): string | null => (value === null ? null : value.toFixed(2))
const percent = (value: number | null): string | null => (value === null ? null : `${value.toFixed(2)} %`)

export function comparison(first: SavedScorecard, second: SavedScorecard): string {
  const [a, b] = [headingOf(first), headingOf(second)]
  const columns = a === b ? [`${a} (first)`, `${b} (second)`] : [a, b]
  const row = (name: string, one: unknown, other: unknown) => ({
    figure: name,
    [columns[0]!]: one,
    [columns[1]!]: other,
  })
  const regimes = [
    ...new Set([first, second].flatMap(({ scorecard }) => scorecard.regimes.map(({ regime }) => regime))),
  ]
  const rows = [
    ...FIGURES.map(([name, of]) => row(name, of(first.scorecard), of(second.scorecard))),
    ...regimes.map((regime) =>
      row(`trades in ${regime ?? 'no known regime'}`, regimeWords(first, regime), regimeWords(second, regime)),
    ),
  ]
  return [
    table(rows),
    ...warnings(first, second),
    ...wordsOf(first, columns[0]!),
    ...wordsOf(second, columns[1]!),
  ].join('\n')
}

const headingOf = ({ account_id, name, scorecard }: SavedScorecard): string =>
  `${name} (account ${account_id}, epoch ${scorecard.epoch})`

function regimeWords({ scorecard }: SavedScorecard, regime: string | null): string | null {
  const found = scorecard.regimes.find((each) => each.regime === regime)
  return found ? `${found.trades}, ${found.wins} with a gain, ${dollars(found.gain)}` : null
}

const SAME_PERCENT = 0.01

/** Two accounts that lived through different markets, or too short a time, say nothing about their agents. */
function warnings(first: SavedScorecard, second: SavedScorecard): string[] {
  const [a, b] = [first.scorecard, second.scorecard]
  const [spyA, spyB] = [a.beta_removed.spy_percent, b.beta_removed.spy_percent]
  const isSameTime = a.through.slice(0, 10) === b.through.slice(0, 10)
  const isSameMarket = spyA !== null && spyB !== null && Math.abs(spyA - spyB) <= SAME_PERCENT
  const found = []
  if (!isSameTime) found.push('The two end on different days.')
  if (spyA === null || spyB === null)
    found.push('The return of SPY is not known for both, so it is not shown that they met the same market.')
  else if (!isSameMarket) found.push('SPY returned something else for each, so they did not meet the same market.')
  return found
}

function wordsOf({ scorecard }: SavedScorecard, heading: string): string[] {
  const { words, words_reason: reason } = scorecard
  return words.length > 0 ? words.map((each) => `${heading}: ${each}`) : [`${heading}: ${reason ?? 'no words'}.`]
}
