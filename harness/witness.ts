import type { TaskMeta } from 'vitest'

/** The promises of every transport; docs/reliability.md has a line for each attack on them. */
export const INVARIANTS = {
  'I-01': 'No ghost, no zombie: a row and the message that announces it commit together, and every message is sent.',
  'I-02': 'Effect once: however often and in whatever order a message comes, its effect happens once.',
  'I-03': 'Older never overwrites newer.',
  'I-04': 'Poison is alone: a bad message is parked with its reason, its neighbours are handled.',
  'I-05': 'Broker trouble loses no work and never reaches the API.',
  'I-06': 'Whoever follows the event log has every event once and in order; a webhook gets each at least once.',
} as const
export type Invariant = keyof typeof INVARIANTS

export interface Witnessed {
  invariant: Invariant
  broker: 'Postgres' | 'RabbitMQ'
  attack: string
  /** Number of processes that died by SIGKILL. */
  deaths?: number
  /** Messages that the broker had accepted, and the effects they had. */
  messages: number
  effects: number
  lost?: number
  duplicated?: number
  parked?: number
  /** Time from the end of the attack, or the death, until all work was done. */
  recoveredMs?: number | undefined
}

declare module 'vitest' {
  interface TaskMeta {
    witnessed?: Witnessed[]
  }
}

/** Hands a test's figures to the report of the run; they count only if the test passes. */
export function witness(task: { meta: TaskMeta }, seen: Witnessed): void {
  task.meta.witnessed = [...(task.meta.witnessed ?? []), seen]
}
