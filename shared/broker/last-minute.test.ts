import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastMinute } from './last-minute.ts'

test('the count covers the last 60 seconds and forgets what is older', () => {
  const minute = lastMinute()
  expect(minute.count(0)).toBe(0)
  minute.add(500)
  minute.add(30_000)
  expect(minute.count(30_000)).toBe(2)
  expect(minute.count(59_999)).toBe(2)
  expect(minute.count(60_000)).toBe(1)
  expect(minute.count(90_000)).toBe(0)
  minute.add(10_000_000)
  expect(minute.count(10_000_000)).toBe(1)
})

test('the count equals that of a list of instants, whatever their gaps', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 70_000 }), { maxLength: 100 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), gaps, (start, waits) => {
      const minute = lastMinute()
      const seconds: number[] = []
      let now = start
      for (const wait of waits) {
        now += wait
        minute.add(now)
        seconds.push(Math.floor(now / 1_000))
        const expected = seconds.filter((second) => second > Math.floor(now / 1_000) - 60).length
        expect(minute.count(now)).toBe(expected)
      }
    }),
  )
})
