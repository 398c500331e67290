import type { ScreenerAnswer, ScreenerOrder } from '../measured/screener-run.ts'
import type { LimitRow } from '../row.ts'

const BARS = 260
const INDEX = 530
const WIDE = 5_000

/** Each sample runs in a fresh process: nothing is warm or cached. */
export const screenerRun: LimitRow = {
  kind: 'limit',
  id: 'screener-run',
  figure: 'a screener run over 530 names with 260 bars, processor',
  unit: 's',
  limit: 2,
  async sample(rig) {
    const ask = async (tickers: number, measured: string) => {
      const child = rig.start('bench/measured/screener-run.ts', { measured })
      await child.heard()
      const answer = await child.ask<ScreenerAnswer>({ tickers, bars: BARS } satisfies ScreenerOrder)
      await child.stop()
      return answer
    }
    const values: number[] = []
    for (let round = 0; round < rig.rounds; round++) values.push((await ask(INDEX, `screener-run-${round}`)).seconds)
    const wide = await ask(rig.quick ? INDEX : WIDE, 'screener-run-wide')
    const each = (seconds: number, tickers: number) => ((1_000 * seconds) / tickers).toFixed(2)
    const note = `${each(Math.min(...values), INDEX)} ms a name; ${WIDE} names ${wide.seconds.toFixed(2)} s, ${each(wide.seconds, WIDE)} ms a name`
    return { values, note }
  },
}
