import { expect, test } from 'vitest'
import { createDayPlan } from './day-plan.ts'

const CADENCES = [
  { source: 'market', everyCycle: true, at: [] },
  { source: 'minute', everyCycle: false, everyMinute: true, at: [] },
]
const at = (text: string): Date => new Date(text)
const after = (text: string): string => createDayPlan(CADENCES).nextInstant(at(text)).toISOString()

test.each([
  ['a minute of the session', '2026-11-25T15:00:00Z', '2026-11-25T15:01:00.000Z'],
  ['the same minute, from within it', '2026-11-25T15:00:59.999Z', '2026-11-25T15:01:00.000Z'],
  ['the close', '2026-11-25T20:59:00Z', '2026-11-25T21:00:00.000Z'],
  ['midnight, although no slot is due', '2026-11-27T02:00:00Z', '2026-11-27T05:00:00.000Z'],
  ['the midnight of a holiday', '2026-11-26T05:00:00Z', '2026-11-27T05:00:00.000Z'],
])('the next event is %s', (_what, from, next) => expect(after(from)).toBe(next))

test('from event to event a day meets each of its slots and minutes once, at its own instant', () => {
  const plan = createDayPlan(CADENCES)
  const end = at('2026-11-28T05:00:00Z')
  const seen: string[] = []
  for (let now = at('2026-11-27T05:00:00Z'); now < end; ) {
    const next = plan.nextInstant(now)
    for (const slot of plan.due(now, next)) {
      expect(slot.scheduledFor).toEqual(next)
      seen.push(slot.key)
    }
    now = next
  }
  const whole = createDayPlan(CADENCES).due(at('2026-11-27T05:00:00Z'), end)
  expect(seen).toEqual(whole.map(({ key }) => key))
  expect(seen.filter((key) => key.startsWith('minute:'))).toHaveLength(226)
  expect(seen.filter((key) => key.startsWith('cycle:'))).toHaveLength(16)
})

test('a day is planned once while it is one of the four newest, so that a clock that runs for years keeps few', () => {
  const plan = createDayPlan(CADENCES)
  const first = (day: number) => plan.due(at(`2026-11-${day}T05:00:00Z`), at(`2026-11-${day}T23:00:00Z`))[0]
  const planned = first(16)
  for (const day of [17, 18, 19]) first(day)
  expect(first(16)).toBe(planned)
  first(20)
  expect(first(16)).not.toBe(planned)
  expect(first(16)).toEqual(planned)
})
