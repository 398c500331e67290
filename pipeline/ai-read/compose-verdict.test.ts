import { expect, test } from 'vitest'
import { composeVerdict } from './compose-verdict.ts'
import type { EveningRead } from './evening-read.ts'
import type { ReadInputs } from './read-inputs.ts'

const AT = new Date('2026-11-20T09:40:00-05:00')
const EDGES = { normal: 0.0024, big: 0.0072 }
const magnitude = { class: 'small', p_small: 0.5, p_normal: 0.3, p_big: 0.2, calibrated: false, n: 1_000, reason: null }
const risk = { band: 'low', rate: 0.1, base_rate: 0.17, sentence: 'Falls were rare.', trend: null }
const evening = { day: '2026-11-19', vix: 15, risk, magnitude, likelihood: {}, lines: [], usual: {}, edges: EDGES }

const inputsOf = (change: object): ReadInputs =>
  ({
    cutoff: AT,
    evening: evening as unknown as EveningRead,
    snapshot: null,
    newestDay: null,
    regimes: [],
    wires: {},
    alerts: null,
    heldAlerts: null,
    quotes: {},
    previousClose: null,
    ...change,
  }) as ReadInputs

test('before the first evening is learned there is no verdict', () => {
  expect(composeVerdict(inputsOf({ evening: null }), AT)).toBeNull()
})

test('a verdict keeps the price and the sizes that later slots are compared with', () => {
  const composed = composeVerdict(inputsOf({ quotes: { SPY: { price: 661.2, quotedAt: AT } } }), AT)!
  expect(composed.facts).toEqual({ regime_now: null, spy: 661.2, edges: EDGES })
  expect(composed.verdict.magnitude).toMatchObject({ class: 'small', calibrated: false })
  expect(composeVerdict(inputsOf({}), AT, true)).toMatchObject({
    verdict: { magnitude: { calibrated: true } },
    facts: { spy: null },
  })
})

test('a verdict on an old cycle has a caveat about its age', () => {
  const snapshot = { as_of: '2026-11-20T09:30:00-05:00', trade_date: '2026-11-20', regime: 'RISK-ON', live_points: 100 }
  const noteAt = (time: string) => {
    const at = new Date(`2026-11-20T${time}-05:00`)
    return composeVerdict(inputsOf({ snapshot, cutoff: at }), at)!.verdict.uncertainty_note
  }
  expect(noteAt('09:50:01')).toMatch(
    /^Regime and health are those of the newest report cycle, Fri 20 Nov 2026, 09:30 ET\. /,
  )
  expect(noteAt('09:50:00')).toMatch(/^The size of the next move/)
})
