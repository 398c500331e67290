import type { NewMessage } from '../../shared/broker/new-message.ts'

const AT = '2026-03-02T15:00:00.000Z'

export function cycleReady(key: string): NewMessage<'cycle.ready'> {
  const payload = { cycleId: key, run: 1, cutoff: AT, origin: 'scheduled' } as const
  return { id: `test:${key}#1`, type: 'cycle.ready', occurredAt: new Date(AT), cycleId: key, payload }
}

/** The output of a stage that has handled `cycleReady(key)`. */
export function signalsComputed(key: string): NewMessage<'signals.computed'> {
  const payload = { cycleId: key, run: 1, cutoff: AT, origin: 'scheduled' } as const
  return { id: `signals:${key}#1`, type: 'signals.computed', occurredAt: new Date(AT), payload }
}

export function dayDue(): NewMessage<'day.due'> {
  const payload = { day: '2026-03-02', state: 'final', cutoff: AT, run: 1, origin: 'scheduled' } as const
  return {
    id: 'test:day#1',
    type: 'day.due',
    occurredAt: new Date(AT),
    payload: payload as NewMessage<'day.due'>['payload'],
  }
}

export const keys = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `c${String(index + 1).padStart(3, '0')}`)

/** A fixed shuffle, so that a failure repeats. */
export function shuffled<T>(items: readonly T[], seed = 7): T[] {
  const result = [...items]
  let state = seed
  for (let last = result.length - 1; last > 0; last -= 1) {
    state = (state * 48_271) % 2_147_483_647
    const other = state % (last + 1)
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}
