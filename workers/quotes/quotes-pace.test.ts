import { expect, test } from 'vitest'
import { PACE, waitAfter } from './quotes-pace.ts'

test.each([
  ['each second while the market is open', {}, 'open', 1_000],
  ['twice a minute while it is closed', {}, 'closed', 30_000],
  ['as often as a delayed vendor has something new', { isDelayed: true }, 'open', 15_000],
  ['soon after a failure', { isFailing: true }, 'open', 5_000],
  [
    'soon after a failure of a delayed vendor, whatever the market does',
    { isFailing: true, isDelayed: true },
    'closed',
    5_000,
  ],
] as const)('quotes are requested %s', (_when, requested, phase, ms) => {
  expect(waitAfter({ isFailing: false, isDelayed: false, ...requested }, phase, PACE)).toBe(ms)
})

test('streamed quotes are written four times a second, and a process that waits looks for the lead every other second', () => {
  expect(PACE).toMatchObject({ writeMs: 250, waitingMs: 2_000, heldMs: 5_000 })
})
