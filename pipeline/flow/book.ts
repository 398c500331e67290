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
