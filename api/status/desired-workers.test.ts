import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { desiredWorkers, type StageLoad, WORKERS_MAX } from './desired-workers.ts'

const IDLE: StageLoad = {
  waiting: 0,
  inWork: 0,
  oldestAgeSeconds: null,
  targetAgeSeconds: 10,
  workers: 1,
  concurrency: 2,
  ratePerWorker: null,
  isRecent: true,
}
const LATE = { waiting: 1, oldestAgeSeconds: 99, workers: 3, ratePerWorker: 9 }
const desired = (load: Partial<StageLoad>) => desiredWorkers({ ...IDLE, ...load }).workers

describe('the number of processes that a stage should have', () => {
  test.each<[string, Partial<StageLoad>, number]>([
    ['is one when nothing waits', {}, 1],
    ['is one when nothing waits, however many run', { workers: 8 }, 1],
    ['is one for a stage that no process runs yet', { workers: 0, waiting: 1, oldestAgeSeconds: 1 }, 1],
    ['stays at one for a message in hand', { inWork: 1 }, 1],
    ['leaves a quarter of the places free', { workers: 4, inWork: 8 }, 4],
    ['finishes the waiting messages within the target', { waiting: 100, ratePerWorker: 2, oldestAgeSeconds: 1 }, 5],
    ['counts what is in hand beside what waits', { waiting: 100, inWork: 3, ratePerWorker: 2, workers: 2 }, 7],
    ['is smaller where a stage may take longer', { waiting: 100, ratePerWorker: 2, targetAgeSeconds: 120 }, 1],
    ['is a place for each message while no rate is known', { waiting: 7 }, 4],
    [
      'grows by one at least when the oldest message is late',
      { waiting: 9, ratePerWorker: 5, oldestAgeSeconds: 11, workers: 2 },
      3,
    ],
    ['never exceeds what there are messages for', { waiting: 2, ratePerWorker: 0.001 }, 1],
    [
      'loses no process while the oldest message is late',
      { waiting: 1, oldestAgeSeconds: 99, workers: 3, ratePerWorker: 9 },
      3,
    ],
    ['follows a rate of one message a second', { waiting: 100, ratePerWorker: 1, oldestAgeSeconds: 1 }, 10],
    ['may shrink while the oldest message is exactly as old as the target', { ...LATE, oldestAgeSeconds: 10 }, 1],
    ['may shrink while no message has an age', { ...LATE, oldestAgeSeconds: null, targetAgeSeconds: 0 }, 1],
    ['counts one place for a process that names none', { waiting: 2, concurrency: 0 }, 2],
    ['has a maximum', { waiting: 100_000, ratePerWorker: 1 }, 32],
    ['has the same maximum without recent figures', { workers: 33, isRecent: false }, 32],
    ['stays as it is without recent figures', { waiting: 900, workers: 3, isRecent: false }, 3],
    ['is one without recent figures and without a process', { workers: 0, isRecent: false }, 1],
  ])('%s', (_title, load, expected) => {
    expect(desired(load)).toBe(expected)
  })

  test.each<[Partial<StageLoad>, string]>([
    [{ isRecent: false }, 'no scheduler has looked at the queue lately'],
    [{ oldestAgeSeconds: 99 }, 'nothing waits'],
    [LATE, 'the oldest message has waited for longer than the target'],
    [{ ...LATE, oldestAgeSeconds: 10 }, 'what waits and what is in hand'],
  ])('comes with its reason: %j', (load, reason) => {
    expect(desiredWorkers({ ...IDLE, ...load }).reason).toBe(reason)
  })

  test('is a whole number within its bounds for any load, and no smaller for a longer queue', () => {
    const load = fc.record({
      waiting: fc.nat(10_000),
      inWork: fc.nat(500),
      oldestAgeSeconds: fc.option(fc.nat(10_000)),
      targetAgeSeconds: fc.integer({ min: 1, max: 600 }),
      workers: fc.nat(60),
      concurrency: fc.nat(64),
      ratePerWorker: fc.option(fc.double({ min: 0, max: 1_000, noNaN: true })),
      isRecent: fc.constant(true),
    })
    fc.assert(
      fc.property(load, fc.nat(1_000), (given, more) => {
        const { workers } = desiredWorkers(given)
        expect(Number.isInteger(workers) && workers >= 1 && workers <= WORKERS_MAX).toBe(true)
        expect(desiredWorkers({ ...given, waiting: given.waiting + more }).workers).toBeGreaterThanOrEqual(workers)
      }),
    )
  })
})
