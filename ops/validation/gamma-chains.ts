import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { analyseChain } from '../../pipeline/gamma/analyse-chain.ts'
import { type ComparedChain, compareChain } from '../compare-chain.ts'

export interface JudgedChain extends ComparedChain {
  name: string
  /** The market of that day. */
  market: string
  /** Zero gamma at an interest rate of zero. */
  zeroGammaWithoutRate: number | null
}

/** Saved chains, each with the federal funds rate of its day, continuously compounded. */
const CHAINS: readonly { name: string; market: string; rate: number }[] = [
  { name: 'SPX_2022-06-10', market: 'the close of a day in a falling market', rate: 0.0083 },
  { name: 'SPX_2023-06-09', market: '13:40 of a calm day, an expiration of that day alive', rate: 0.0508 },
  {
    name: 'SPY_2023-09-14',
    market: 'the close on the eve of a dividend and of the quarterly expiration',
    rate: 0.0533,
  },
]

/** Judges all chains or none, because the text around the tables compares the three. */
export function judgeChains(folder: string): JudgedChain[] {
  const fileOf = (name: string) => join(folder, `${name}.csv.gz`)
  if (!CHAINS.every(({ name }) => existsSync(fileOf(name)))) return []
  return CHAINS.map(({ name, market, rate }) => {
    const compared = compareChain(gunzipSync(readFileSync(fileOf(name))).toString('utf8'), rate)
    const free = analyseChain(compared.chain, { rate: 0, source: 'none' })
    return { ...compared, name, market, zeroGammaWithoutRate: free.zero_gamma }
  })
}
