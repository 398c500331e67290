import { expect, test } from 'vitest'
import { Traceparent } from './messages.ts'

const GOOD = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a traceparent that W3C allows is kept unchanged', () => {
  for (const flags of ['00', '01', '03']) {
    const text = GOOD.replace(/01$/, flags)
    expect(Traceparent.parse(text)).toBe(text)
  }
  expect(Traceparent.parse(null)).toBeNull()
})

test.each([
  '',
  'garbage',
  GOOD.toUpperCase(),
  `${GOOD}\n`,
  ` ${GOOD}`,
  `${GOOD}-more`,
  GOOD.replace('00-', 'ff-'),
  GOOD.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
  GOOD.replace('b7ad6b7169203331', '0'.repeat(16)),
  'f'.repeat(512),
])('the malformed traceparent %j is read as none', (text) => {
  expect(Traceparent.parse(text)).toBeNull()
})

test('a traceparent that is too long or not a string is refused', () => {
  expect(Traceparent.safeParse('f'.repeat(513)).success).toBe(false)
  for (const other of [1, {}, [GOOD], undefined]) expect(Traceparent.safeParse(other).success).toBe(false)
})
