import type { Broker } from '../../shared/broker/port.ts'
import { redriveStage } from '../../shared/broker/redrive.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import type { Log } from '../../shared/log.ts'
import { logRedrive } from '../../shared/postgres/events/redrive-event.ts'
import { endRedriveRequest, takeRedriveRequest } from '../../shared/postgres/messaging/redrive-requests.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'

interface Deps {
  sql: Pool
  broker: Broker
  clock: Clock
  log: Log
}

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
    const sent = stage === undefined ? 0 : (await redriveStage(deps, stage)).length
    await endRedriveRequest(tx, request.id, sent)
    if (sent > 0) {
      await logRedrive(tx, { key: `request-${request.id}`, stage: request.stage, sent, at: clock.now(), by: 'admin' })
      log.info({ stage: request.stage, messages: sent }, 'redriven_on_request')
    }
    return true
  })
}
