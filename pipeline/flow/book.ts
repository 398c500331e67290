import { keepsContracts } from '../../shared/domain/market/known-split.ts'
import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'

/**
 * Volume and open interest by contract; a contract with neither is left out. One that traded also has its premium so
 * far, in dollars, and how much of its volume that premium covers. Books of earlier versions have neither.
 */
export type FlowEntry = readonly [volume: number, openInterest: number, premium?: number, priced?: number]
export type FlowBook = ReadonlyMap<string, FlowEntry>

export const contractKey = ({ expiration, strike, right }: OptionContract): string =>
  `${expiration} ${strike} ${right === 'call' ? 'C' : 'P'}`

/** The book after a chain, whose premium includes that of the book before it in the same session. */
export const bookOf = (chain: OptionChain, sameSession: FlowBook | null = null): FlowBook =>
  new Map(
    chain.contracts.flatMap((contract): (readonly [string, FlowEntry])[] => {
      const { volume, openInterest } = contract
      if (volume <= 0 && openInterest <= 0) return []
      const key = contractKey(contract)
      const [premium, priced] = premiumSoFar(contract, sameSession?.get(key))
      return [[key, priced > 0 ? [volume, openInterest, premium, priced] : [volume, openInterest]]]
    }),
  )

/**
 * The premium of a contract in its session, and the volume that it covers: what each chain adds counts at the middle of
 * that chain's bid and ask. What trades while there is no such middle counts at the next one.
 */
export function premiumSoFar(
  contract: OptionContract,
  [, , premium = 0, priced = 0]: FlowEntry = [0, 0],
): readonly [premium: number, priced: number] {
  const price = midOf(contract)
  if (price === null || contract.volume <= priced) return [premium, priced]
  return [premium + premiumOf(contract.volume - priced, price), contract.volume]
}

const SHARES_OF_CONTRACT = 100

/** Middle of bid and ask; null without a bid and an ask, or when they are crossed. */
export const midOf = ({ bid, ask }: OptionContract): number | null => (bid > 0 && ask >= bid ? (bid + ask) / 2 : null)

export const premiumOf = (volume: number, price: number): number => volume * price * SHARES_OF_CONTRACT

export const writeBook = (book: FlowBook): string => JSON.stringify([...book])
export const readBook = (text: string): FlowBook => new Map(JSON.parse(text))

const CENTS = 100

/**
 * The book of a session as a split leaves its contracts: a ratio of whole shares makes that many contracts of each, at
 * its part of the strike, rounded to a cent. Null for any other ratio, which gives the contracts a root of their own.
 */
export function bookAfterSplit(book: FlowBook, ratio: number): FlowBook | null {
  if (!keepsContracts({ ratio })) return null
  const after = new Map<string, readonly [volume: number, openInterest: number]>()
  for (const [key, [volume, openInterest]] of book) {
    const [expiration, strike, right] = key.split(' ')
    const name = `${expiration} ${Math.round((CENTS * Number(strike)) / ratio) / CENTS} ${right}`
    const [before, open] = after.get(name) ?? [0, 0]
    after.set(name, [before + ratio * volume, open + ratio * openInterest])
  }
  return after
}
