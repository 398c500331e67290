import { expect, test } from 'vitest'
import { noiseWorld, worldInput } from '../../harness/fixtures/screener-world.ts'
import { runMoment } from './moment.ts'
import { closeSession, readBars, runSession } from './replay-session.ts'
import { replayState } from './replay-state.ts'

/** The position in a candidate's features of how far it is ahead of SPY over 60 bars. */
const AHEAD = 1

test('a name that moves like SPY and lacks bars is neither ahead of it nor behind it', () => {
  const input = worldInput(noiseWorld({ seed: 9, tickers: 1, sessions: 700 }))
  const { table } = input
  const close = table.benchmark.close.map((price, at) => (at % 23 === 4 ? Number.NaN : 3 * price))
  const state = replayState({ ...input, table: { ...table, columns: [{ close, range: null }] } })
  const candidates = table.days.flatMap((day, at) => {
    readBars(state, at)
    const found = runSession(state, at, runMoment(day, 'pm')).candidates
    for (const _line of closeSession(state, at)) void _line
    return found
  })
  expect(candidates.length).toBeGreaterThan(20)
  for (const { features } of candidates) expect(features[AHEAD]).toBeCloseTo(0, 10)
  const beside = candidates.flatMap(({ why }) =>
    why.flatMap((each) => /sessions (\S+ %), SPY (\S+ %)/.exec(each) ?? []),
  )
  expect(beside.length).toBeGreaterThan(0)
  for (let at = 0; at < beside.length; at += 3) expect(beside[at + 2]).toBe(beside[at + 1])
})
