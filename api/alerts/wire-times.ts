import type { Wire } from '../../pipeline/tripwires/index.ts'
import type { WireReading } from '../../shared/domain/contract/tripwire.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { easternInWords, weekdayWords } from '../../shared/time/eastern-words.ts'

type Given = Pick<WireReading, 'observed_at' | 'inputs'>

/** A level that is itself observed is an input under the name of its wire; other levels are fixed or part of the value. */
const levelInput = ({ key }: Pick<Wire, 'key'>, { inputs }: Given) => inputs.find(({ series }) => series === key)

/** The instant of the option chain or the day of the last close that the level is from; null for a level of no time. */
export const levelAsOf = (wire: Pick<Wire, 'key'>, reading: Given): string | null =>
  levelInput(wire, reading)?.for ?? null

const isInstant = (time: string): boolean => time.includes('T')

function levelWords(time: string | null): string {
  if (time === null) return ''
  return isInstant(time)
    ? `, and the level is from the option chain quoted on ${easternInWords(new Date(time))}`
    : `, and the level is from closes until ${weekdayWords(time)}`
}

/**
 * States the times of value and level of a minute wire; null for a wire on a daily series, whose inputs carry their
 * days. The delayed feeds end a quarter of an hour before the close, and their last values are served until the next
 * session.
 */
export function wireTimes(wire: Pick<Wire, 'key' | 'feed'>, reading: Given, now: Date): string | null {
  if (wire.feed !== 'minute') return null
  const observed = new Date(reading.observed_at)
  const words = `The value is as of ${easternInWords(observed)}${levelWords(levelAsOf(wire, reading))}.`
  const { day } = eastern(observed)
  const isStanding = marketAt(now).phase === 'closed' || eastern(now).day !== day
  if (!isStanding) return words
  const stays = levelAsOf(wire, reading) === null ? 'It stays that' : 'Both stay those'
  return `${words} ${stays} of the session of ${weekdayWords(day)} until the next session has prices.`
}
