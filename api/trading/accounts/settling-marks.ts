import type { Instrument, OptionInstrument } from '../../../shared/domain/trading/instrument.ts'
import { payoffE4 } from '../../../shared/domain/trading/settlement.ts'
import { expiresAt } from '../../../shared/domain/trading/settlement-price.ts'
import { frozenPrices } from '../../../shared/postgres/trading/settlement.ts'
import type { ApiContext } from '../../http/context.ts'
import { assumedPrices } from './assumed-price.ts'

/** The mark of an option that has ended is what it settles for, per share. */
export interface SettlingMark {
  /** The close of its underlying. */
  priceE4: number
  payoffE4: number
}

const hasEnded = (instrument: Instrument, now: Date): instrument is OptionInstrument =>
  instrument.kind === 'option' && expiresAt(instrument.expiration) <= now

/**
 * The marks of the options that have ended and are not settled yet, by their names: nobody can trade them, so that
 * their last quotes say nothing any more. One without a price of its underlying is left out.
 */
export async function settlingMarks(
  context: Pick<ApiContext, 'reader' | 'market'>,
  held: readonly Instrument[],
  now: Date,
): Promise<ReadonlyMap<string, SettlingMark>> {
  const ended = held.filter((instrument) => hasEnded(instrument, now))
  if (ended.length === 0) return new Map()
  const frozen = await context.reader.read((sql) => frozenPrices(sql, ended))
  const priceOf = await assumedPrices(context, ended, { frozen, now })
  return new Map(
    ended.flatMap((option) => {
      const { priceE4 } = priceOf(option)
      return priceE4 === null ? [] : [[option.contract, { priceE4, payoffE4: payoffE4(option, priceE4) }] as const]
    }),
  )
}
