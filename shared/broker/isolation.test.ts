import { expect, it } from 'vitest'
import { createIsolation } from './isolation.ts'

/** Work that records its start and ends when the test ends it. */
function stages() {
  const isolation = createIsolation()
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, alone: boolean) =>
    isolation.run(alone, () => {
      started.push(name)
      return new Promise<void>((done) => ends.set(name, done))
    })
  /** Work that may start has started once the promises have run. */
  const names = () => new Promise<string[]>((done) => setImmediate(() => done(started)))
  return { names, start, end: (name: string) => ends.get(name)!() }
}

it('isolation: runs all work side by side when none has to run alone', async () => {
  const { names, start } = stages()
  void start('a', false)
  void start('b', false)
  expect(await names()).toEqual(['a', 'b'])
})

it('isolation: starts a suspect after all earlier work has ended, and later work after the suspect', async () => {
  const { names, start, end } = stages()
  const first = start('a', false)
  const suspect = start('suspect', true)
  const after = start('b', false)
  expect(await names()).toEqual(['a'])
  end('a')
  await first
  expect(await names()).toEqual(['a', 'suspect'])
  end('suspect')
  await suspect
  expect(await names()).toEqual(['a', 'suspect', 'b'])
  end('b')
  await after
})

it('isolation: a suspect waits for the last of several works, not for the first', async () => {
  const { names, start, end } = stages()
  const works = ['a', 'b', 'c'].map((name) => start(name, false))
  void start('suspect', true)
  expect(await names()).toEqual(['a', 'b', 'c'])
  end('a')
  end('b')
  await Promise.all(works.slice(0, 2))
  expect(await names()).toEqual(['a', 'b', 'c'])
  end('c')
  await works[2]
  expect(await names()).toEqual(['a', 'b', 'c', 'suspect'])
})

it('isolation: continues with the next work when one fails', async () => {
  const isolation = createIsolation()
  await expect(isolation.run(true, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await isolation.run(true, async () => 'next')).toBe('next')
})
