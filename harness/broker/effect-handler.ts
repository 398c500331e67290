import type { StageHandler } from '../../shared/broker/run-stage.ts'
import { signalsComputed } from './messages.ts'

/** A stage whose effect is one row and whose output is the input of the next stage. */
export function signalsHandler(worker = 'w', batch = 1): StageHandler<'cycle.ready'> {
  return {
    batch,
    stage: 'signals',
    handles: ['cycle.ready'],
    async handle(tx, message) {
      await tx`insert into effects ${tx({ message_id: message.id, stage: 'signals', worker })}`
      return [signalsComputed(message.payload.cycleId)]
    },
  }
}

export function reportHandler(worker = 'w'): StageHandler<'signals.computed' | 'cycle.ready'> {
  return {
    stage: 'report',
    handles: ['signals.computed', 'cycle.ready'],
    async handle(tx, message) {
      await tx`insert into effects ${tx({ message_id: message.id, stage: 'report', worker })}`
      return []
    },
  }
}
