import { type NameContract, nameChain } from '../world/company/name-chain.ts'
import { nameListing } from '../world/company/name-listing.ts'
import { optionedNamed, rootOf } from '../world/company/optioned.ts'
import { type Expiration, expirationsOn } from '../world/expirations.ts'
import { levelsAt } from '../world/levels.ts'
import type { Moment, World } from '../world/world.ts'

/** The options of an underlying at a moment. */
export type TradedChain = {
  /** The root of the contracts' names, in which class shares have no mark. */
  root: string
  spot: number
  contracts: readonly NameContract[]
}

type IsWanted = (expiration: string) => boolean

/** Null for a symbol without options: an index, or one that is not traded. */
export const tradedChain = (
  world: World,
  symbol: string,
  moment: Moment,
  isWanted: IsWanted = () => true,
): TradedChain | null => {
  if (symbol === 'SPY') {
    const contracts = world.chain(moment).contracts.filter(({ expiration }) => isWanted(expiration))
    return { root: 'SPY', spot: levelsAt(world, moment).spy, contracts }
  }
  const name = optionedNamed(symbol)
  if (!name) return null
  const { spot, contracts } = nameChain(world, name, moment, isWanted)
  return { root: rootOf(name.symbol), spot, contracts }
}

export const tradedExpirations = (
  world: World,
  symbol: string,
  moment: Moment,
): { root: string; expirations: readonly Pick<Expiration, 'day' | 'kind'>[] } | null => {
  if (symbol === 'SPY') return { root: 'SPY', expirations: expirationsOn(moment.day) }
  const name = optionedNamed(symbol)
  return name ? { root: rootOf(name.symbol), expirations: nameListing(world, name.symbol, moment.index) } : null
}

/** An OSI symbol without padding. */
export const osiName = (root: string, { expiration, side, strike }: NameContract): string =>
  `${root}${expiration.slice(2).replaceAll('-', '')}${side}${String(Math.round(strike * 1_000)).padStart(8, '0')}`
