import { expect, test } from 'vitest'
import { WIRE_KEYS, type WireMemories } from '../../shared/domain/contract/tripwire.ts'
import { TRIPWIRE_RULES_VERSION } from '../tripwires/wire.ts'
import type { ComposedVerdict } from './compose-verdict.ts'
import type { ReadInputs } from './read-inputs.ts'
import { type Standing, staleBecause } from './staleness.ts'

const verdict = {
  risk: { band: 'low', rate: 0.1, base_rate: 0.17, sentence: '', trend: null },
  magnitude: { class: 'small', p_small: 0.5, p_normal: 0.3, p_big: 0.2, calibrated: false, n: 1_000, reason: null },
  what_flips_it: [{ text: 'VIX at or above 20, last 15.00', level: 20, level_kind: 'vix_level', risk: 'risk-up' }],
} as const
const facts = { regime_now: 'RISK-ON', spy: 600, edges: { normal: 0.003, big: 0.008 } }
const standing = { verdict, facts: { ...facts, spy: 590 }, spy: 600 } as unknown as Standing
const nowOf = (change: object = {}) => ({ verdict, facts: { ...facts, ...change } }) as unknown as ComposedVerdict
const NO_WIRES = { wires: {} } as ReadInputs

test('a verdict whose facts still hold is not stale', () => {
  expect(staleBecause(standing, nowOf(), NO_WIRES)).toBeNull()
  expect(staleBecause(standing, nowOf({ spy: 601.5 }), NO_WIRES)).toBeNull()
})

test('it is stale when band or intraday regime differ, or SPY left the named size', () => {
  const banded = {
    ...nowOf(),
    verdict: { ...verdict, risk: { ...verdict.risk, band: 'high' } },
  } as unknown as ComposedVerdict
  expect(staleBecause(standing, banded, NO_WIRES)).toContain('the risk band is high')
  expect(staleBecause(standing, nowOf({ regime_now: 'PANIC' }), NO_WIRES)).toContain('PANIC')
  expect(staleBecause(standing, nowOf({ spy: 602 }), NO_WIRES)).toContain('SPY has moved by 0.33 %')
})

test('an unknown regime or price makes nothing stale', () => {
  expect(staleBecause({ ...standing, spy: null }, nowOf({ spy: 700 }), NO_WIRES)).toBeNull()
  expect(staleBecause(standing, nowOf({ regime_now: null, spy: null }), NO_WIRES)).toBeNull()
})

test('it is stale when one of its own lines was crossed', () => {
  expect(WIRE_KEYS).toContain('vix_20')
  const reading = { value: 21, level: 20, rearm: 19, observed_at: '2026-11-19T10:00:00-05:00', inputs: [] }
  const wires = { vix_20: { rulesVersion: TRIPWIRE_RULES_VERSION, reading } } as unknown as WireMemories
  const own = {
    ...standing,
    verdict: { ...verdict, what_flips_it: [{ ...verdict.what_flips_it[0], text: `${LABEL}, last 15.00` }] },
  }
  expect(staleBecause(own as Standing, nowOf(), { wires } as ReadInputs)).toContain('a watch-line was crossed')
})

const LABEL = 'VIX at or above 20'
