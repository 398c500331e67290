import { eastern } from '../../shared/time/eastern.ts'
import { easternInWords, weekdayWords } from '../../shared/time/eastern-words.ts'
import type { EveningRead } from './evening-read.ts'
import type { ReadInputs } from './read-inputs.ts'

/** An ordinary day moves VIX by about one of its usual moves. */
const MOVES_MIN = 3

/**
 * States that VIX has left the evening before, whose risk and sizes the verdict repeats all day; otherwise its band
 * would read as that of the moment. Empty while VIX is near its close.
 */
export function vixSince(
  { day, vix, usual }: EveningRead,
  { quotes: { VIX: quote } }: Pick<ReadInputs, 'quotes'>,
): string {
  const move = usual.vix_level
  if (vix == null || move === undefined || quote === undefined || eastern(quote.quotedAt).day <= day) return ''
  if (Math.abs(quote.price - vix) < MOVES_MIN * move) return ''
  return (
    `Risk and sizes rest on the closes of ${weekdayWords(day)} with VIX at ${vix.toFixed(2)}; ` +
    `it was last quoted at ${quote.price.toFixed(2)} (${easternInWords(quote.quotedAt)}).`
  )
}
