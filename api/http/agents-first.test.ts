import { afterEach, describe, expect, it, vi } from 'vitest'
import { AgentsFirst } from './agents-first.ts'
import { SlowRefusals } from './slow-refusals.ts'

afterEach(() => void vi.useRealTimers())

function loop() {
  const clock = { ms: 0, activeMs: 0 }
  const next: [afterMs: number, work: () => void][] = []
  const later = (...entry: [afterMs: number, work: () => void]) => next.push(entry)
  const first = new AgentsFirst({ now: () => clock.ms, activeMs: () => clock.activeMs, later })
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  return {
    clock,
    first,
    begun,
    admit: (id: number) => first.admit({ begin: () => begun.push(id), onEnd: (ended) => ends.set(id, ended) }),
    end: (id: number) => ends.get(id)!(),
    /** Runs what is due in a later turn; returns after how long each. */
    turn: () => next.splice(0).map(([afterMs, work]) => [afterMs, work()][0]),
  }
}

describe('public requests beside agents', () => {
  it('begin at once while no agent is near', () => {
    const { admit, begun } = loop()
    expect([admit(1), admit(2)]).toEqual([true, true])
    expect(begun).toEqual([1, 2])
  })

  it('begin one after the other while an agent has a request in hand, each followed by a rest of the work meanwhile', () => {
    const { admit, begun, clock, first, turn, end } = loop()
    first.enter()
    for (const id of [1, 2, 3]) admit(id)
    expect(begun).toEqual([])
    expect(turn()).toEqual([0])
    expect(turn()).toEqual([])
    expect(begun).toEqual([1])
    clock.ms += 5_000
    clock.activeMs += 9
    end(1)
    end(1)
    expect(begun).toEqual([1])
    for (const afterMs of [3, 3, 3, 0]) expect(turn()).toEqual([afterMs])
    expect(begun).toEqual([1, 2])
    clock.activeMs += 400
    end(2)
    expect([turn(), turn(), turn()].flat().map((ms) => Math.round(ms!))).toEqual([133, 133, 133])
    turn()
    expect(begun).toEqual([1, 2, 3])
  })

  it('begin up to four at a time while those before wait for the database', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { admit, begun, first, turn } = loop()
    first.enter()
    for (let id = 1; id <= 6; id++) admit(id)
    turn()
    for (let at = 0; at < 6; at++) {
      vi.advanceTimersByTime(9)
      turn()
      expect(begun).toHaveLength(Math.min(4, 1 + at))
      vi.advanceTimersByTime(1)
      turn()
    }
    expect(begun).toEqual([1, 2, 3, 4])
    vi.advanceTimersByTime(250)
    expect(begun).toEqual([1, 2, 3, 4])
    for (let at = 0; at < 5; at++) turn()
    expect(begun).toEqual([1, 2, 3, 4, 5])
  })

  it('rest once for work that two of them waited through, and for none of the work during a rest', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { admit, begun, clock, first, turn, end } = loop()
    first.enter()
    for (let id = 1; id <= 4; id++) admit(id)
    turn()
    vi.advanceTimersByTime(10)
    turn()
    expect(begun).toEqual([1, 2])
    clock.activeMs += 9
    end(1)
    end(2)
    for (const afterMs of [3, 3, 3]) expect(turn()).toEqual([afterMs])
    clock.activeMs += 600
    expect(turn()).toEqual([0])
    expect(begun).toEqual([1, 2, 3])
    clock.activeMs += 6
    end(3)
    expect(turn()).toEqual([2])
  })

  it('wait for a moment after an agent’s last request, and then follow in numbers', () => {
    const { admit, begun, clock, first, turn, end } = loop()
    const leave = first.enter()
    leave()
    leave()
    clock.ms = 49
    for (let id = 1; id <= 20; id++) admit(id)
    turn()
    expect(begun).toHaveLength(1)
    clock.ms = 50
    end(1)
    for (let at = 0; at < 4; at++) turn()
    expect(begun).toHaveLength(17)
    turn()
    expect(begun).toHaveLength(20)
  })

  it('never overtake one that waits', () => {
    const { admit, begun, clock, first, turn } = loop()
    const leave = first.enter()
    admit(1)
    leave()
    clock.ms = 1_000
    admit(2)
    expect(begun).toEqual([])
    turn()
    expect(begun).toEqual([1, 2])
  })

  it('are refused when too many others are waiting', () => {
    const { admit, first } = loop()
    first.enter()
    const admitted = Array.from({ length: 2_001 }, (_, id) => admit(id))
    expect(admitted.filter((each) => !each)).toHaveLength(1)
  })
})

describe('refusals', () => {
  it('are answered at once while no other caller needs the process, and otherwise late, up to a number', () => {
    const refusals = new SlowRefusals()
    let answered = 0
    refusals.refuse(false, () => answered++)
    expect(answered).toBe(1)
    for (let at = 0; at < 2_001; at++) refusals.refuse(true, () => answered++)
    expect(answered).toBe(2)
  })
})
