import type { TaskMeta } from 'vitest'

/** What reliability promises of every transport; docs/reliability.md has a line for each attack on them. */
export const INVARIANTS = {
  'I-01': 'No ghost, no zombie: a row and the message that announces it commit together, and every message is sent.',
  'I-02': 'Effect once: however often and in whatever order a message comes, its effect happens once.',
  'I-03': 'Older never overwrites newer.',
  'I-04': 'Poison is alone: a bad message is parked with its reason, its neighbours are handled.',
  'I-05': 'Broker trouble loses no work and never reaches the API.',
} as const
export type Invariant = keyof typeof INVARIANTS

export interface Witnessed {
  invariant: Invariant
  broker: 'Postgres' | 'RabbitMQ'
  attack: string
  /** Processes that died by SIGKILL. */
  deaths?: number
  /** Messages the broker had accepted, and effects they had. */
  messages: number
  effects: number
  lost?: number
  duplicated?: number
  parked?: number
  /** From the attack's end, or the death, to all work done. */
  recoveredMs?: number | undefined
}

declare module 'vitest' {
  interface TaskMeta {
    witnessed?: Witnessed[]
  }
}

/** Hands figures of a test to the report of the run; whether they count is the test's own verdict. */
export function witness(task: { meta: TaskMeta }, seen: Witnessed): void {
  task.meta.witnessed = [...(task.meta.witnessed ?? []), seen]
}
