import { keepsContracts } from '../../shared/domain/market/known-split.ts'
import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'

/** Volume and open interest by contract; a contract with neither is left out. */
export type FlowBook = ReadonlyMap<string, readonly [volume: number, openInterest: number]>

export const contractKey = ({ expiration, strike, right }: OptionContract): string =>
  `${expiration} ${strike} ${right === 'call' ? 'C' : 'P'}`

export const bookOf = (chain: OptionChain): FlowBook =>
  new Map(
    chain.contracts.flatMap((contract) =>
      contract.volume > 0 || contract.openInterest > 0
        ? [[contractKey(contract), [contract.volume, contract.openInterest]] as const]
        : [],
    ),
  )

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
