import type { ChainAnswer, ChainOrder } from '../measured/option-chains.ts'
import type { RatioRow } from '../row.ts'

const CONTRACTS = 10_000
const SIZES = [1_000, 2_000, 5_000, 10_000, 20_000]
const UNITS = 1_000

/** Solves volatilities from prices with known volatility, then computes greeks; each side in its own process. */
export const optionChain: RatioRow = {
  kind: 'ratio',
  id: 'option-chain',
  figure: 'implied volatility and greeks of a 10,000-contract chain',
  unit: 'contracts/s',
  better: 'higher',
  ceiling: 'no ceiling but a plain textbook implementation: Newton from 20 %, Black-Scholes-Merton, greeks one by one',
  goal: null,
  async open(rig) {
    const start = async (measured?: string) => {
      const child = rig.start('bench/measured/option-chains.ts', measured ? { measured } : {})
      await child.heard()
      return child
    }
    const ours = await start('option-chains')
    const textbook = await start()
    const ask = (side: ChainOrder['side'], contracts: number) =>
      (side === 'ours' ? ours : textbook).ask<ChainAnswer>({ side, contracts } satisfies ChainOrder)
    for (const side of ['ours', 'textbook'] as const) await ask(side, rig.quick ? 100 : CONTRACTS)
    const sizes: string[] = []
    for (const size of SIZES) sizes.push(`${size}: ${((await ask('ours', size)).seconds * UNITS).toFixed(1)}`)
    const last: Record<ChainOrder['side'], ChainAnswer | null> = { ours: null, textbook: null }
    const measure = async (side: ChainOrder['side']) => {
      const answer = await ask(side, CONTRACTS)
      last[side] = answer
      return CONTRACTS / answer.seconds
    }
    const told = (answer: ChainAnswer | null) =>
      answer === null
        ? 'not run'
        : `${(answer.seconds * UNITS).toFixed(1)} ms, ${(100 * answer.solved).toFixed(1)} % solved, worst error ${answer.worst.toExponential(1)}`
    return {
      ours: () => measure('ours'),
      ceiling: () => measure('textbook'),
      note: () => `ours ${told(last.ours)}; textbook ${told(last.textbook)}; ours by size, ms: ${sizes.join(', ')}`,
    }
  },
}
