import { expect, it } from 'vitest'
import { picksCard } from './picks.ts'

type Given = Parameters<typeof picksCard>[0]

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const waiting = (ticker: string, day: string, ago: number) => ({
  ticker,
  archetype_label: 'Reclaim',
  last_fired: day,
  last_fired_sessions_ago: ago,
})
const shownOn = (today: string | null) => {
  const board = {
    as_of: '2026-11-27T13:20:00-05:00',
    longs: [],
    shorts: [],
    counts: {},
    competing: [waiting('AAPL', '2026-11-27', 0), waiting('XOM', '2026-11-25', 1)],
    overflow_long: [],
    overflow_short: [],
    regime_note: '',
  }
  return picksCard({ board: known(board), candidates: known({ digest: null }), today, shown: 5 } as unknown as Given)
}

it.each([
  ['on the day itself', '2026-11-27', ['Reclaim, fired today', 'Reclaim, 1 session ago']],
  ['on the Sunday after it', '2026-11-29', ['Reclaim, fired on Fri 27 Nov 2026', 'Reclaim, fired on Wed 25 Nov 2026']],
  ['in the next session before its first run', '2026-11-30', ['fired on Fri 27 Nov 2026', 'fired on Wed 25 Nov 2026']],
  ['before the clock is known', null, ['Reclaim, fired on Fri 27 Nov 2026', 'Reclaim, fired on Wed 25 Nov 2026']],
])('says when a waiting setup fired: %s', (_name, today, told) => {
  for (const words of told) expect(shownOn(today)).toContain(words)
})

it('names the run that the prices and days of the picks are of', () => {
  expect(shownOn('2026-11-30')).toContain(
    'run of <time datetime="2026-11-27T13:20:00-05:00">Fri 27 Nov 2026, 13:20 ET</time>',
  )
})
