import { expect, test } from 'vitest'
import { easternNaive, oldestCredible, refuseOffClock, utcNaive } from './delayed-clock.ts'

test('a trade time is Eastern, a timestamp is UTC', () => {
  expect(easternNaive('2026-11-20T09:45:00')).toEqual(new Date('2026-11-20T14:45:00Z'))
  expect(utcNaive('2026-11-20 14:45:00')).toEqual(new Date('2026-11-20T14:45:00Z'))
})

test.each(['', '2026-11-20', '2026-11-20T09:45', '20.11.2026 09:45:00', '2026-11-20T09:45:00Z'])(
  'a text of another form is refused: %s',
  (text) => {
    for (const parse of [easternNaive, utcNaive]) {
      expect(() => parse(text)).toThrow(expect.objectContaining({ kind: 'invalid' }))
    }
  },
)

const at = (time: string) => new Date(`2026-11-20T${time}Z`)

test.each([
  ['in the session', at('16:00:00'), at('15:25:00')],
  ['when the open itself can be shown at the latest', at('15:05:00'), at('14:30:00')],
  ['a moment before', at('15:04:59'), new Date('2026-11-19T20:25:00Z')],
  ['right after the open', at('14:40:00'), new Date('2026-11-19T20:25:00Z')],
  ['after the close', at('22:00:00'), at('20:25:00')],
])('%s the oldest credible trade is 35 minutes before what can be shown', (_name, now, oldest) => {
  expect(oldestCredible(now)).toEqual(oldest)
  expect(() => refuseOffClock(oldest, now, now)).not.toThrow()
  expect(() => refuseOffClock(new Date(oldest.getTime() - 1), now, now)).toThrow('stale')
})

test('a quote or a stamp more than a minute ahead lies in the future', () => {
  const now = at('16:00:00')
  const ahead = (ms: number) => new Date(now.getTime() + ms)
  expect(() => refuseOffClock(ahead(60_000), ahead(60_000), now)).not.toThrow()
  expect(() => refuseOffClock(ahead(60_001), now, now)).toThrow('future')
  expect(() => refuseOffClock(now, ahead(60_001), now)).toThrow('future')
})
