import type { Broker, DeadLetter } from '../../shared/broker/port.ts'
import { redrive } from '../../shared/broker/redrive.ts'
import { STAGES, type StageName } from '../../shared/broker/topology.ts'
import type { Log } from '../../shared/log.ts'
import { logRedrive } from '../../shared/postgres/events/redrive-event.ts'
import { endRedriveRequest, takeRedriveRequest } from '../../shared/postgres/messaging/redrive-requests.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'

const LETTERS_MAX = 500
/** A request sends at most 20 times 500 letters; an operator asks again for more. */
const BATCHES_MAX = 20

interface Deps {
  sql: Pool
  broker: Broker
  clock: Clock
  log: Log
}

/** Each letter once: one that dies again meanwhile waits for the next request. */
async function sendAgain(deps: Deps, stage: StageName): Promise<number> {
  const sent = new Set<string>()
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const letters = await deps.broker.deadLetters({ stage, limit: LETTERS_MAX })
    const fresh = letters.filter((letter) => !sent.has(nameOf(letter)))
    if (fresh.length === 0) break
    await redrive(deps, fresh)
    for (const letter of fresh) sent.add(nameOf(letter))
  }
  return sent.size
}

const nameOf = ({ messageId, id }: DeadLetter): string => messageId ?? id

/**
 * Carries out one redrive that an admin requested over HTTP; true if there was one. A crash in between leaves the
 * request open, and the next scheduler sends what is still dead.
 */
export async function redriveRequested(deps: Deps): Promise<boolean> {
  const { sql, clock, log } = deps
  return await sql.begin(async (tx) => {
    const request = await takeRedriveRequest(tx)
    if (!request) return false
    const stage = STAGES.find((name) => name === request.stage)
    const sent = stage === undefined ? 0 : await sendAgain(deps, stage)
    await endRedriveRequest(tx, request.id, sent)
    if (sent > 0) {
      await logRedrive(tx, { key: `request-${request.id}`, stage: request.stage, sent, at: clock.now(), by: 'admin' })
      log.info({ stage: request.stage, messages: sent }, 'redriven_on_request')
    }
    return true
  })
}
