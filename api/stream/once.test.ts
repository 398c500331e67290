import { expect, test } from 'vitest'
import { once } from './once.ts'

test('the work is done at the first call and never again', () => {
  let done = 0
  const release = once(() => {
    done += 1
  })
  expect(done).toBe(0)
  release()
  release()
  expect(done).toBe(1)
})
