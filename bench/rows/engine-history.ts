import type { HistoryAnswer, HistoryOrder } from '../measured/engine-history.ts'
import type { LimitRow } from '../row.ts'

const TWENTY_YEARS: HistoryOrder = { from: '2003-01-02', to: '2022-12-30' }
const QUICK: HistoryOrder = { from: '2003-01-02', to: '2004-12-31' }

/** The limit is a millisecond for each of the 5,035 sessions. Each sample runs in a fresh process, as `ops history` does: nothing is warm or cached. */
export const engineHistory: LimitRow = {
  kind: 'limit',
  id: 'engine-history',
  figure: '20 years of the daily engine, processor',
  unit: 's',
  limit: 5,
  async sample(rig) {
    const answers: HistoryAnswer[] = []
    for (let round = 0; round < rig.rounds; round++) {
      const child = rig.start('bench/measured/engine-history.ts', { measured: `engine-history-${round}` })
      await child.heard()
      answers.push(await child.ask<HistoryAnswer>(rig.quick ? QUICK : TWENTY_YEARS))
      await child.stop()
    }
    const { sessions } = answers[0]!
    const clock = Math.max(...answers.map(({ byTheClock }) => byTheClock))
    const perSession = (1_000 * Math.min(...answers.map(({ seconds }) => seconds))) / sessions
    const note = `${sessions} sessions of a made-up market from text to rows; at least ${perSession.toFixed(2)} ms each; at most ${clock.toFixed(1)} s by the clock`
    return { values: answers.map(({ seconds }) => seconds), note }
  },
}
