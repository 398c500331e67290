import type { InputReading } from '../../shared/domain/contract/signals.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import { type NoData, noData, type TripwireInputs } from './wire.ts'

/** The feed is 15 minutes late by design; five more allow for a slow minute, beyond them the feed is stuck. */
const QUOTE_AGE_MS_MAX = 20 * 60_000
/** A chain comes with each cycle, 15 minutes late; after three quarters of an hour two cycles have failed. */
const CHAIN_AGE_MS_MAX = 45 * 60_000

export interface MinuteInput {
  value: number
  observedAt: Date
  input: InputReading
}

export const isNoData = (found: object): found is NoData => 'status' in found && found.status === 'no_data'

/** The price of a symbol in the evaluated minute, if it is from this session and recent. */
export function minuteInput({ minute, day }: TripwireInputs, symbol: string, series: string): MinuteInput | NoData {
  const quote = minute?.quotes[symbol]
  if (!minute || !quote) return noData(minute?.reason ?? `no ${symbol} quote in this minute`)
  const open = sessionOn(day)?.open
  if (!open || quote.quotedAt < open) return noData(`the delayed feed has no ${symbol} quote of this session yet`)
  if (minute.at.getTime() - quote.quotedAt.getTime() > QUOTE_AGE_MS_MAX) {
    return noData(`the newest ${symbol} quote is from ${easternInWords(quote.quotedAt)}: the feed is stuck`)
  }
  return {
    value: quote.price,
    observedAt: quote.quotedAt,
    input: {
      series,
      value: quote.price,
      for: easternExact(quote.quotedAt),
      known_at: easternExact(minute.collectedAt),
      source: quote.source,
      quality: 'fresh',
    },
  }
}

/** A level of the newest option chain, if that is recent. */
export function chainLevel(
  { levels, minute, cutoff }: TripwireInputs,
  level: 'putWall' | 'zeroGamma',
  name: string,
): Pick<MinuteInput, 'value' | 'input'> | NoData {
  if (!levels) return noData('no option chain from today is known yet')
  const at = minute?.at ?? cutoff
  if (at.getTime() - levels.quotedAt.getTime() > CHAIN_AGE_MS_MAX) {
    return noData(`the newest option chain is from ${easternInWords(levels.quotedAt)}: its levels are too old`)
  }
  const value = levels[level]
  if (value === null) return noData(`the option chain from ${easternInWords(levels.quotedAt)} has no ${name}`)
  return {
    value,
    input: {
      series: `spy_${name.replaceAll(' ', '_')}`,
      value,
      for: easternExact(levels.quotedAt),
      known_at: easternExact(levels.knownAt),
      source: levels.source,
      quality: 'fresh',
    },
  }
}
