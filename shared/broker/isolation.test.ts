import { expect, it } from 'vitest'
import { createIsolation } from './isolation.ts'

/** Work that says when it starts and ends when told. */
function stages() {
  const isolation = createIsolation()
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, alone: boolean) =>
    isolation.run(alone, () => {
      started.push(name)
      return new Promise<void>((done) => ends.set(name, done))
    })
  /** Whoever may start has started once the promises have run. */
  const names = () => new Promise<string[]>((done) => setImmediate(() => done(started)))
  return { names, start, end: (name: string) => ends.get(name)!() }
}

it('isolation: lets everybody work together when nobody asks to be alone', async () => {
  const { names, start } = stages()
  void start('a', false)
  void start('b', false)
  expect(await names()).toEqual(['a', 'b'])
})

it('isolation: starts a suspect after those before it, and those after it when it has ended', async () => {
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

it('isolation: goes on when work fails', async () => {
  const isolation = createIsolation()
  await expect(isolation.run(true, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await isolation.run(true, async () => 'next')).toBe('next')
})
