import { expect, it } from 'vitest'
import { marketStateCard } from './market-state.ts'

type Documents = Parameters<typeof marketStateCard>[0]

const known = (value: unknown) => ({ value, reason: null, staleSeconds: null })
const spell = { regime: 'TRANSITIONAL', from: '2026-12-08', to: '2026-12-08', sessions: 1 }

/** A card of the last cycle of a session in RISK-ON, beside a log whose newest session reads TRANSITIONAL. */
const card = (session: string) =>
  marketStateCard({
    signals: known({
      regime: 'RISK-ON',
      regime_reason: null,
      trade_date: session,
      health_score: 50,
      live_points: 100,
      as_of: `${session}T16:20:00-05:00`,
    }),
    history: known({ data: [] }),
    log: known({ current: spell, spells: [spell, { ended_by: 'change' }], from: '2026-01-02' }),
    fragility: known(null),
    breakdown: known(null),
  } as unknown as Documents)

it('a regime that the closes of the session of the last cycle have ended is not told as new', () => {
  const html = card('2026-12-08')
  expect(html).toContain(
    'until the closes of 8 Dec 2026, by which it is TRANSITIONAL since 8 Dec 2026, 1 closed session',
  )
  expect(html).not.toContain('new today')
})

it('a regime of a session that the log does not hold yet is new, beside the one before it', () => {
  expect(card('2026-12-09')).toContain('new today; before it TRANSITIONAL since 8 Dec 2026, 1 closed session')
})

it('the state names the cycle that it is of, which on a Sunday is that of Friday', () => {
  expect(card('2026-12-11')).toContain(
    'as of <time datetime="2026-12-11T16:20:00-05:00">Fri 11 Dec 2026, 16:20 ET</time>; ',
  )
})
