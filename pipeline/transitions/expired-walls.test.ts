import { expect, it } from 'vitest'
import type { GammaLevels, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { changesSection } from '../reports/changes-section.ts'
import { gammaEntries } from './diff-of-blocks.ts'

/** Levels of a chain with its first live expiration; `today` where it holds contracts of its own day. */
const levels = (session: string, time: string, front: string, today: boolean, wall: number): SignalsSnapshot => {
  const quoted_at = `${session}T${time}:00-05:00`
  const gamma_levels = {
    status: 'ready',
    spot: 659,
    quoted_at,
    session,
    call_wall: wall,
    put_wall: 620,
    zero_gamma: wall === 680 ? 661 : 650,
    net_gamma_without_today_usd_per_pct: today ? 4.4e9 : null,
    expected_move: { front_expiration: front },
  } as unknown as GammaLevels
  return {
    as_of: quoted_at,
    gamma_levels,
    score_components: [],
    data_quality: { missing: [], degraded: [] },
  } as unknown as SignalsSnapshot
}

type Chain = readonly [session: string, time: string, front: string, today: boolean]
const MONDAY_BEFORE: Chain = ['2026-12-14', '12:00', '2026-12-14', true]
const FRIDAY: Chain = ['2026-12-18', '15:29', '2026-12-18', true]
const AT_THE_CLOSE: Chain = ['2026-12-18', '15:44', '2026-12-21', true]
const CLOSED: Chain = ['2026-12-18', '15:59', '2026-12-21', false]
const EVENING_BEFORE: Chain = ['2026-12-17', '15:59', '2026-12-18', false]
const MONDAY: Chain = ['2026-12-21', '09:44', '2026-12-21', true]

it.each<[string, Chain, Chain, string | null]>([
  ['a chain of the day and the closing one', FRIDAY, CLOSED, 'the contracts of 2026-12-18 have expired since'],
  ['the last whole chain and the closing one', AT_THE_CLOSE, CLOSED, 'the contracts of 2026-12-18 have expired since'],
  ['two evenings', EVENING_BEFORE, CLOSED, 'the contracts of 2026-12-18 have expired since'],
  ['an evening and Monday', EVENING_BEFORE, MONDAY, 'the contracts of 2026-12-18 have expired since'],
  ['a week', MONDAY_BEFORE, MONDAY, 'the contracts of 2026-12-14 and after have expired since'],
  ['a chain and the next one of the same session', FRIDAY, AT_THE_CLOSE, null],
  ['a closing chain and the next session’s first', CLOSED, MONDAY, null],
])('a wall that moves between %s: the change says whether contracts have expired', (_name, from, to, expired) => {
  const [before, after] = [levels(...from, 660), levels(...to, 680)]
  expect(gammaEntries(before, after).map(({ text }) => text)).toEqual(
    ['Spot against zero gamma: above to below', 'Call wall: 660 to 680 dollars'].map(
      (change) => `${change}${expired === null ? '' : `; ${expired}`}.`,
    ),
  )
  const lines = changesSection(after, before).split('\n')
  for (const change of ['- Call wall: 660 to **680**', '- Spot against zero gamma: above to **below**'])
    expect(lines).toContain(`${change}${expired === null ? '' : ` (${expired})`}`)
})
