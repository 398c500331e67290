import type { JudgedChain } from './gamma-chains.ts'
import { table } from './markdown-table.ts'

const BILLION = 1e9
const MINUTES_A_DAY = 1_440

const shown = (value: number | null | undefined, digits = 2): string => value?.toFixed(digits) ?? 'none'
const billions = (value: number | null): string => shown(value === null ? null : value / BILLION)
const percent = (value: number | null, digits = 0): string =>
  value === null ? 'none' : `${(100 * value).toFixed(digits)} %`
const pair = ({ call, put }: { call: number | null; put: number | null }): string =>
  `${call ?? 'none'}, ${put ?? 'none'}`

type Line = readonly [name: string, of: (chain: JudgedChain) => string]

const OURS: readonly Line[] = [
  ['spot', ({ chain }) => shown(chain.spot)],
  ['contracts listed / used', ({ ours: { contracts } }) => `${contracts.listed} / ${contracts.used}`],
  ['net gamma, billion dollars per 1 %', ({ ours }) => billions(ours.net_gamma_usd_per_pct)],
  ['of the gross exposure within 20 % of spot', (chain) => percent(shareOfGross(chain))],
  ['call wall, put wall', ({ ours }) => pair({ call: ours.call_wall, put: ours.put_wall })],
  ['zero gamma: the nearest of all crossings', ({ ours }) => zeroGamma(ours)],
  ['the same at a rate of zero', ({ zeroGammaWithoutRate }) => shown(zeroGammaWithoutRate)],
  ['max pain, all expirations', ({ ours }) => shown(ours.max_pain, 0)],
  ['front straddle', ({ ours }) => `${shown(ours.expected_move.straddle)} (${timeLeft(ours)})`],
  ["one session's deviation", ({ chain, ours }) => deviation(ours.expected_move.next_session, chain.spot)],
  ['0DTE share of the gross exposure', ({ ours }) => percent(ours.zero_dte_share)],
]

const PUBLISHED: readonly Line[] = [
  [
    "net, vendor's gamma (Perfiliev), billion",
    ({ published, ours }) =>
      `${billions(published.perfiliev_live_contracts.netGamma)} (ours ${billions(ours.net_gamma_usd_per_pct)})`,
  ],
  ['the same with expired contracts still listed', ({ published }) => billions(published.perfiliev.netGamma)],
  [
    'zero gamma (Perfiliev)',
    ({ published, ours }) => {
      const { flip } = published.perfiliev_live_contracts
      const apart = flip === null || ours.zero_gamma === null ? null : ours.zero_gamma / flip - 1
      return `${shown(flip)} (ours ${apart === null ? 'none' : signed(100 * apart)} %)`
    },
  ],
  [
    'shares per point (SqueezeMetrics), thousand',
    ({ published }) =>
      `${shown(published.squeeze_metrics_shares_per_point / 1_000, 1)} (ours ${shown(published.ours_shares_per_point / 1_000, 1)})`,
  ],
  ['max pain, every strike tried', ({ published }) => shown(published.max_pain_by_trial, 0)],
  ['walls by gross gamma', ({ published }) => pair(published.walls_by_gross_gamma)],
  ['walls by open interest', ({ published }) => pair(published.walls_by_open_interest)],
]

const VOLATILITIES: readonly Line[] = [
  ['quoted contracts', ({ volatilities }) => String(volatilities.quoted)],
  ['solved', ({ volatilities: { quoted, solved } }) => percent(solved / Math.max(1, quoted), 1)],
  ['median absolute difference, volatility points', ({ volatilities }) => shown(volatilities.medianDifference)],
  ['the same, out of the money only', ({ volatilities }) => shown(volatilities.medianDifferenceOutOfTheMoney)],
]

function shareOfGross({ ours }: JudgedChain): number | null {
  const gross = ours.strikes.reduce((sum, { calls, puts }) => sum + calls - puts, 0)
  const net = ours.strikes.reduce((sum, { exposure }) => sum + exposure, 0)
  return gross === 0 ? null : net / gross
}

const zeroGamma = ({ zero_gamma, zero_gamma_crossings }: JudgedChain['ours']): string =>
  `${shown(zero_gamma)} of ${zero_gamma_crossings.length}`

function timeLeft({ by_expiration }: JudgedChain['ours']): string {
  const minutes = by_expiration[0]?.minutes_left ?? 0
  const days = Math.round(minutes / MINUTES_A_DAY)
  return minutes < MINUTES_A_DAY ? `${minutes} minutes` : `${days} day${days === 1 ? '' : 's'}`
}

const deviation = (move: number | null, spot: number): string =>
  move === null ? 'none' : `${shown(move)} (${percent(move / spot, 2)})`

const signed = (value: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(2)}`

const tableOf = (lines: readonly Line[], chains: readonly JudgedChain[]): string =>
  table(
    ['', ...chains.map(({ name }) => name.replace('_', ' '))],
    lines.map(([name, of]) => [name, ...chains.map(of)]),
  )

/** The part of docs/validation.md on the gamma engine: real chains, compared with published methods. */
export const gammaSection = (chains: readonly JudgedChain[]): string =>
  chains.length === 0
    ? '## Gamma\n\nNot judged in this run: `HISTORY_DATA` has no folder `chains` with all of the saved chains.\n'
    : `## Gamma

Saved end-of-day chains in Cboe's quotedata layout, which may not be redistributed, from the folder \`chains\` of \`HISTORY_DATA\`. Open interest is from the night before; the rate is the federal funds rate of the day. \`npm run ops -- chain\` reads one such file.

${chains.map(({ name, market }) => `- ${name.replace('_', ' ')}: ${market}`).join('\n')}

${tableOf(OURS, chains)}

The signs match the markets: short gamma and spot far below zero gamma in the decline of June 2022, long gamma and spot above it in the calm of June 2023, and close to balance in September 2023. Interest rates hardly matter, because the forward comes from put-call parity.

### Against published methods

${tableOf(PUBLISHED, chains)}

- **Perfiliev** ("How to calculate gamma exposure and zero gamma level", 2022) sums the vendor's gamma; for the flip he re-prices with the vendor's volatility on 60 levels, business days / 262, no rates, and interpolates at the first crossing. We re-price with our own volatilities, calendar minutes and each expiration's own forward, on 161 levels, refine every crossing and take the one nearest to spot. Expired contracts are left out on both sides.
- **SPY** is where the two methods differ, by a small part of a gross exposure that nearly cancels: the vendor prices from spot, while parity puts the forwards 1.4 dollars lower, since the stock went ex-dividend the next morning. For strikes next to spot that expire in a day, that changes the side of the money. Near zero the net of any method is the difference of two large numbers; both methods agree on the level of zero gamma.
- **SqueezeMetrics** (white paper "Gamma Exposure") states shares per point, the same sum in another unit. Its daily figure for these dates is not in the available data, so the definition is compared, not the value.
- **Walls.** Ours is the strike with the largest *net* exposure on each side. By the largest call gamma and the largest put gamma alone both walls fall on the round strike next to spot, which shows where interest is but not on which side. Two put strikes may be nearly equal: in June 2022 3700 is 1 % smaller than 3800.

### Our volatilities against the vendor's

Each live contract with a bid and a spread below its price, solved from its own mid.

${tableOf(VOLATILITIES, chains)}

Contracts without a solution lie in the money with their mid below the no-arbitrage bound, mostly by less than their spread: no volatility explains them, and the answer is null. The profile does not use them: a strike takes the volatility of its side out of the money. SPY's options are American: in the money the premium of early exercise looks like volatility, which explains the difference between its two rows. Accuracy on prices whose volatility is known, and speed, are in the row \`option-chain\` of \`npm run bench\`.

### What this does not show

The positions of dealers are not published: calls long and puts short is a convention. European formulas price American options. The profile keeps the volatility of each strike when it re-prices. Open interest is a day old, so 0DTE contracts opened today are not in it.
`
