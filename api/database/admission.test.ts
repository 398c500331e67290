import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Admission } from './admission.ts'

const overloaded = expect.objectContaining({ body: expect.objectContaining({ code: 'overloaded', statusCode: 503 }) })

describe('admission', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('lets in as many as its limit, and the longest waiting when one leaves', async () => {
    const admission = new Admission({ max: 1, waitingMax: 2 }, 100)
    const order: string[] = []
    const leave = await admission.enter()
    const second = admission.enter().then((done) => {
      order.push('second')
      return done
    })
    const third = admission.enter().then((done) => {
      order.push('third')
      return done
    })
    expect(order).toEqual([])
    leave()
    leave()
    const leaveSecond = await second
    expect(order).toEqual(['second'])
    leaveSecond()
    await third
    expect(order).toEqual(['second', 'third'])
  })

  it('refuses a caller if too many are already waiting', async () => {
    const admission = new Admission({ max: 1, waitingMax: 1 }, 100)
    await admission.enter()
    void admission.enter().catch(() => {})
    await expect(admission.enter()).rejects.toEqual(overloaded)
  })

  it('refuses who has waited too long, and forgets the wait', async () => {
    const admission = new Admission({ max: 1, waitingMax: 5 }, 100)
    const leave = await admission.enter()
    const waited = expect(admission.enter()).rejects.toEqual(overloaded)
    await vi.advanceTimersByTimeAsync(100)
    await waited
    expect(admission.waiting).toBe(0)
    leave()
    await expect(admission.enter()).resolves.toBeTypeOf('function')
  })
})
