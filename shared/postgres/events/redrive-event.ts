import { counted } from '../../domain/number-words.ts'
import type { Tx } from '../server/db.ts'
import { appendEvents, OPERATORS_LOG } from './events.ts'

interface Redriven {
  /** Names this act, so that it is logged once. */
  key: string
  stage: string
  sent: number
  at: Date
  /** The way in which it was requested. */
  by: 'admin' | 'ops'
}

/** Tells operators that dead letters of a stage were sent again, by whom and how many. */
export async function logRedrive(tx: Tx, { key, stage, sent, at, by }: Redriven): Promise<void> {
  const title = `${counted(sent, 'dead letter')} of the stage ${stage} ${sent === 1 ? 'was' : 'were'} sent again.`
  const event = {
    key: `redrive:${key}`,
    kind: 'source_failure',
    subject: `stage/${stage}`,
    severity: 'info',
    title,
    at,
    data: { stage, sent, by },
    cycleId: null,
    origin: 'scheduled',
  } as const
  await appendEvents(tx, [event], OPERATORS_LOG)
}
