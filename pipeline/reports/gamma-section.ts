import type { ExpectedMove } from '../../shared/domain/contract/gamma.ts'
import type { GammaLevels, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { ANALYSIS_PRUNED } from '../gamma/gamma-levels.ts'
import { tiedWith } from '../gamma/walls.ts'
import { bullets, escapeMarkdown } from './markdown.ts'
import { before, wallTime } from './words.ts'

const BILLION = 1e9
const FORWARD_MOVES_MIN = 0.1

export function gammaSection({ gamma_levels: gamma, as_of }: SignalsSnapshot): string {
  const head = '## Dealer gamma'
  if (gamma.status === 'not_ready') return `${head}\n\nNo gamma levels: ${escapeMarkdown(gamma.reason)}.`
  const { spot } = gamma
  const session = eastern(new Date(gamma.quoted_at)).day
  const isEarlier = session !== eastern(new Date(as_of)).day
  const sentences = [
    isEarlier ? `No chain of today is known yet: these are the levels of ${session}, from its last chain` : null,
    netSentence(gamma),
    zeroGammaSentence(gamma),
    wallSentence('Call wall', gamma.call_wall, {
      pair: gamma.call_wall_pair,
      ties: gamma.call_wall_ties,
      spot,
      isBeyond: (wall) => spot > wall,
    }),
    wallSentence('Put wall', gamma.put_wall, {
      pair: gamma.put_wall_pair,
      ties: gamma.put_wall_ties,
      spot,
      isBeyond: (wall) => spot < wall,
    }),
    maxPainSentence(gamma),
    ...moveSentences(gamma, as_of),
    expiringSentence(gamma, as_of),
    ageSentence(gamma, as_of, isEarlier),
    `${gamma.contracts_used} contracts were used, ${gamma.contracts_skipped} skipped (no implied volatility, no open interest or expired)`,
    `Convention: ${escapeMarkdown(gamma.convention)}`,
  ]
  return `${head}\n\n${bullets(sentences.filter((sentence) => sentence !== null))}`
}

function netSentence(gamma: GammaLevels): string {
  const net = gamma.net_gamma_usd_per_pct / BILLION
  const figure = `Net gamma of the ${escapeMarkdown(gamma.underlying)} chain is ${net.toFixed(2)} billion dollars per 1 % move`
  const breakEven = gamma.break_even_call_share
  if (gamma.sign === 'uncertain') {
    const ratio = breakEven == null ? '' : `: the puts weigh ${breakEven.toFixed(2)} times as much as the calls`
    return `${figure}, but its sign is uncertain${ratio}`
  }
  const effect = net >= 0 ? 'dealers trade against moves' : 'dealers trade with moves'
  const unless =
    gamma.sign === 'positive' && breakEven != null
      ? `, unless they hold less than ${whole(breakEven)} of the calls`
      : ''
  return `${figure}: ${effect}${unless}`
}

function zeroGammaSentence({
  zero_gamma,
  zero_gamma_reason,
  zero_gamma_crossings = [],
  spot,
}: GammaLevels): string | null {
  if (zero_gamma === undefined) return null
  if (zero_gamma === null) return `Zero gamma: none, ${escapeMarkdown(zero_gamma_reason ?? 'for a reason not given')}`
  const side = spot >= zero_gamma ? 'above' : 'below'
  const others = zero_gamma_crossings.length - 1
  const more = others > 0 ? `, the nearest of ${others + 1} crossings` : ''
  return `Zero gamma: ${zero_gamma.toFixed(2)} (${distance(zero_gamma, spot)}${more}); spot is ${side} it`
}

interface WallFacts {
  pair: GammaLevels['call_wall_pair']
  ties: GammaLevels['call_wall_ties']
  spot: number
  isBeyond(wall: number): boolean
}

function wallSentence(name: string, wall: number | null, { pair, ties, spot, isBeyond }: WallFacts): string {
  if (wall === null) return `${name}: none`
  const others = tiedWith(wall, { pair, ties }).map((strike) => `${strike} (${distance(strike, spot)})`)
  const tie = others.length === 0 ? '' : `, nearly tied with ${others.join(' and ')}`
  return `${name}: ${wall} (${distance(wall, spot)}${isBeyond(wall) ? '; spot has passed it' : ''})${tie}`
}

function maxPainSentence({ max_pain, spot }: GammaLevels): string | null {
  if (max_pain === undefined || max_pain === null) return null
  return `Max pain of all open contracts: ${max_pain} (${distance(max_pain, spot)})`
}

function moveSentences({ expected_move: move, spot, method }: GammaLevels, asOf: string): string[] {
  // An analysed chain has an expected move unless it was pruned; a snapshot of an earlier version never had one.
  if (!move) return method === undefined ? [] : [`Expected move: none, ${ANALYSIS_PRUNED}`]
  const sentences: string[] = []
  if (move.straddle !== null) {
    sentences.push(
      `The straddle of ${move.front_expiration} costs ${move.straddle.toFixed(2)} dollars, ${share(move.straddle / spot)} of spot`,
    )
  }
  const { rest_of_day: rest = null, next_session: next = null } = move
  const isOpen = rest !== null && marketAt(new Date(asOf)).phase === 'open'
  if (isOpen) {
    sentences.push(
      `Until the close one standard deviation of the price is ${rest.toFixed(2)} dollars, ${share(rest / spot)}`,
    )
  }
  if (next !== null) {
    const scaled = move.basis === 'scaled' ? `, scaled from the expiration of ${move.iv_expiration}` : ''
    sentences.push(
      `For the session of ${move.next_session_day} ${isOpen ? 'it' : 'one standard deviation of the price'} is ${next.toFixed(2)} dollars, ${share(next / spot)}${scaled}${aroundWords(move, spot)}`,
    )
  }
  return sentences
}

/** A forward that is off spot by a part of the move is worth a word; a day's interest is not. */
function aroundWords({ next_session: move, next_session_forward: forward }: ExpectedMove, spot: number): string {
  if (move === null || forward == null || Math.abs(forward - spot) < FORWARD_MOVES_MIN * move) return ''
  return `, around a forward of ${forward.toFixed(2)} (${distance(forward, spot)})`
}

/** Once the session is over, nothing expires on that day any more; a weekend has none. */
function expiringSentence(
  { zero_dte_share: expiring, net_gamma_without_today_usd_per_pct: later }: GammaLevels,
  asOf: string,
): string | null {
  const { session } = marketAt(new Date(asOf))
  if (expiring === undefined || session === null || new Date(asOf) >= session.close) return null
  if (expiring === null) return 'No used contract expires today'
  const rest =
    later == null ? '' : `; without it net gamma is ${(later / BILLION).toFixed(2)} billion dollars per 1 % move`
  return `${share(expiring)} of the gross exposure expires today${rest}`
}

/** The session before an earlier chain is not the one before the report. */
function ageSentence({ spot, quoted_at, open_interest_date }: GammaLevels, asOf: string, isEarlier: boolean): string {
  return `Spot ${spot.toFixed(2)}, quoted ${wallTime(quoted_at)}, ${before(quoted_at, asOf)}; open interest for ${open_interest_date}, the session before${isEarlier ? ' that chain' : ''}`
}

const whole = (fraction: number): string => `${(100 * fraction).toFixed(0)} %`
const share = (fraction: number): string => `${(100 * fraction).toFixed(2)} %`

const distance = (level: number, spot: number): string => {
  const percent = (100 * (level / spot - 1)).toFixed(2)
  if (Number(percent) === 0) return 'at spot'
  return `${Number(percent) < 0 ? '' : '+'}${percent} % from spot`
}
