import type { StageCount, StageWork } from '../postgres/messaging/stage-workers.ts'
import type { WriteRefusal } from '../postgres/server/database-error.ts'
import type { DeliveryResult } from './handle-delivery.ts'
import { type LastMinute, lastMinute } from './last-minute.ts'
import { holdsClock, type StageName } from './topology.ts'

type Outcome = DeliveryResult['outcome']

/** With these outcomes the message comes again, so they do not count as progress. */
const COMES_AGAIN: readonly Outcome[] = ['retry', 'busy']

/** A refused message comes again within a minute, perhaps to another worker. */
const REFUSED_FOR_MS = 90_000

/** Counts in memory what this process does. Its size depends on stages and outcomes only, not on time. */
export interface StageTally {
  runs(stage: StageName, concurrency: number): void
  took(stage: StageName): void
  reported(stage: StageName, outcome: Outcome, durationMs: number, refusal?: WriteRefusal | null): void
  work(): StageWork[]
  /** Returns whether this process handles, at this moment, a delivery that holds the clock of a simulated market. */
  isBusy(): boolean
  /** Outcomes of deliveries since the last call. */
  takeCounts(): StageCount[]
  putBack(counts: readonly StageCount[]): void
}

interface StageFigures {
  concurrency: number
  inHand: number
  left: LastMinute
  refused: { refusal: WriteRefusal; atMs: number } | null
}

export function createTally(nowMs: () => number = () => performance.now()): StageTally {
  const running = new Map<StageName, StageFigures>()
  let counts = new Map<string, StageCount>()

  const figuresOf = (stage: StageName): StageFigures => {
    const known = running.get(stage)
    if (known) return known
    const fresh = { concurrency: 0, inHand: 0, left: lastMinute(), refused: null }
    running.set(stage, fresh)
    return fresh
  }
  const count = ({ stage, outcome, handled, handlingMs }: StageCount) => {
    const before = counts.get(`${stage} ${outcome}`) ?? { stage, outcome, handled: 0, handlingMs: 0 }
    const sum = { handled: before.handled + handled, handlingMs: before.handlingMs + handlingMs }
    counts.set(`${stage} ${outcome}`, { stage, outcome, ...sum })
  }

  return {
    runs(stage, concurrency) {
      figuresOf(stage).concurrency += concurrency
    },
    took(stage) {
      figuresOf(stage).inHand += 1
    },
    reported(stage, outcome, durationMs, refusal = null) {
      const figures = figuresOf(stage)
      figures.inHand -= 1
      if (refusal) figures.refused = { refusal, atMs: nowMs() }
      else if (outcome === 'done') figures.refused = null
      if (!COMES_AGAIN.includes(outcome)) figures.left.add(nowMs())
      count({ stage, outcome, handled: 1, handlingMs: durationMs })
    },
    work: () =>
      [...running].map(([stage, { concurrency, inHand, left, refused }]) => {
        const figures = { stage, concurrency, inHand, handledLastMinute: left.count(nowMs()) }
        const isRefused = refused && nowMs() - refused.atMs < REFUSED_FOR_MS
        return isRefused ? Object.assign(figures, { refusal: refused.refusal }) : figures
      }),
    isBusy: () => [...running].some(([stage, { inHand }]) => inHand > 0 && holdsClock(stage)),
    takeCounts() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    putBack: (taken) => taken.forEach(count),
  }
}
