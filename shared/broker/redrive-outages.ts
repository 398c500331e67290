import type { Log } from '../log.ts'
import { stagesParkedByOutage } from '../postgres/messaging/inbox.ts'
import type { Pool } from '../postgres/server/db.ts'
import type { Broker } from './port.ts'
import { redrive } from './redrive.ts'
import { STAGES } from './topology.ts'

const LETTERS_MAX = 1_000

/**
 * Resends messages that a stage gave up because of an outage, as earlier versions did; if the outage lasts, they wait.
 * The only precondition is that database and broker answer. Returns how many were sent.
 */
export async function redriveOutages({ sql, broker, log }: { sql: Pool; broker: Broker; log: Log }): Promise<number> {
  const parked = await stagesParkedByOutage(sql)
  let sent = 0
  for (const stage of STAGES.filter((name) => parked.includes(name))) {
    const letters = await broker.deadLetters({ stage, limit: LETTERS_MAX })
    const ofOutage = letters.filter(({ errorKind, messageId }) => errorKind === 'unavailable' && messageId !== null)
    if (ofOutage.length === 0) continue
    await redrive({ sql, broker }, ofOutage)
    log.info({ stage, messages: ofOutage.length }, 'outage_redriven')
    sent += ofOutage.length
  }
  return sent
}
