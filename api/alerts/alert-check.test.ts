import { expect, test } from 'vitest'
import type { ApiContext } from '../http/context.ts'
import { createAlertCheck } from './alert-check.ts'
import { activeAlerts } from './alerts-view.ts'

const KEY = { cycleId: '2026-11-20T10:30', run: 1 }
const EVALUATION = {
  ...KEY,
  asOf: new Date('2026-11-20T15:30:00Z'),
  state: 'applied',
  evaluatedAt: new Date('2026-11-20T15:30:05Z'),
  fired: 1,
  cleared: 0,
  held: [],
}

/** A service whose newest snapshot has been evaluated, or has not, or that has none. */
function service({ hasSnapshot = true, isEvaluated = false, documentAgeMs = 60_000 } = {}) {
  const told: ((topic: string) => void)[] = []
  const counts = { evaluations: 0 }
  // The three reads of a check in their order: the key of the snapshot, its evaluation, and the active alerts.
  let next = 0
  const read = async (work: unknown) => {
    if (work === activeAlerts) {
      next = 0
      return [{ severity: 'warning', firedAt: EVALUATION.asOf, clearedAt: null }]
    }
    next++
    if (next === 1) return hasSnapshot ? KEY : null
    return isEvaluated ? EVALUATION : null
  }
  const write = async () => {
    counts.evaluations++
    return { ...EVALUATION, isNew: true }
  }
  const context = {
    reader: { read },
    writer: { write },
    limits: { documentAgeMs },
    onDocuments: (listener: (topic: string) => void) => void told.push(listener),
  } as unknown as ApiContext
  return {
    check: createAlertCheck(context).check,
    counts,
    tell: (topic: string) => told.forEach((each) => void each(topic)),
  }
}

test('the first caller evaluates the snapshot, later ones get the same answer as a cached one', async () => {
  const { check, counts } = service()
  expect(await check()).toMatchObject({
    cached: false,
    cycle_id: '2026-11-20T10:30',
    as_of: '2026-11-20T10:30:00-05:00',
    evaluated_at: '2026-11-20T10:30:05-05:00',
    fired: 1,
    summary: { warning: 1, total: 1 },
  })
  expect(await check()).toMatchObject({ cached: true, fired: 1 })
  expect(counts.evaluations).toBe(1)
})

test('simultaneous callers share one evaluation', async () => {
  const { check, counts } = service()
  const answers = await Promise.all([check(), check(), check()])
  expect(answers.map(({ cached }) => cached)).toEqual([false, true, true])
  expect(counts.evaluations).toBe(1)
})

test('a snapshot that was evaluated before is not evaluated again', async () => {
  const { check, counts } = service({ isEvaluated: true })
  expect(await check()).toMatchObject({ cached: true, fired: 1 })
  expect(counts.evaluations).toBe(0)
})

test.each([
  ['signals', 2],
  ['alerts', 2],
  ['all', 2],
  ['reports', 1],
])('after news of %s the snapshot has been looked for %i times', async (topic, evaluations) => {
  const { check, counts, tell } = service()
  await check()
  tell(topic)
  await check()
  expect(counts.evaluations).toBe(evaluations)
})

test('an answer is kept no longer than any document', async () => {
  const { check, counts } = service({ documentAgeMs: 0 })
  await check()
  await check()
  expect(counts.evaluations).toBe(2)
})

test('without a snapshot nothing is evaluated, and no caller gets a cached answer', async () => {
  const { check, counts } = service({ hasSnapshot: false })
  const nothing = { cached: false, cycle_id: null, summary: { total: 1 }, reason: 'no snapshot has been computed yet' }
  expect(await Promise.all([check(), check()])).toMatchObject([nothing, nothing])
  expect(await check()).toMatchObject(nothing)
  expect(counts.evaluations).toBe(0)
})
