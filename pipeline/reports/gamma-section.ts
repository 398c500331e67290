import type { SignalsSnapshot } from '../../shared/domain/signals.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { bullets, escapeMarkdown } from './markdown.ts'

const BILLION = 1e9

export function gammaSection({ gamma_levels: gamma }: SignalsSnapshot): string {
  const head = '## Dealer gamma'
  if (gamma.status === 'not_ready') return `${head}\n\nNo gamma levels: ${escapeMarkdown(gamma.reason)}.`
  const { day, time } = eastern(new Date(gamma.quoted_at))
  const net = gamma.net_gamma_usd_per_pct / BILLION
  const effect = net >= 0 ? 'dealers lean against moves' : 'dealers trade with moves'
  const wall = (name: string, level: number | null, isBeyond: boolean) =>
    level === null
      ? `${name}: none`
      : `${name}: ${level} (${distance(level, gamma.spot)} from spot${isBeyond ? '; spot has passed it' : ''})`
  return `${head}\n\n${bullets([
    `Net gamma of the ${escapeMarkdown(gamma.underlying)} chain: ${net.toFixed(2)} billion dollars per 1 % move (${effect})`,
    wall('Call wall', gamma.call_wall, gamma.spot > (gamma.call_wall ?? gamma.spot)),
    wall('Put wall', gamma.put_wall, gamma.spot < (gamma.put_wall ?? gamma.spot)),
    `Spot ${gamma.spot.toFixed(2)}, quoted ${day} ${time.slice(0, 5)} ET; open interest of ${gamma.open_interest_date}`,
    `${gamma.contracts_used} contracts used, ${gamma.contracts_skipped} skipped (no implied volatility, no open interest or expired)`,
    `Convention: ${escapeMarkdown(gamma.convention)}`,
  ])}`
}

const distance = (level: number, spot: number): string => {
  const percent = 100 * (level / spot - 1)
  return `${percent >= 0 ? '+' : ''}${percent.toFixed(2)} %`
}
