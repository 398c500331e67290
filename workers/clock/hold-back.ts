import type { Broker } from '../../shared/broker/port.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import { loadingSentence } from '../../shared/domain/contract/history-loading.ts'
import { readLoading } from '../../shared/postgres/market/backfill.ts'
import { noteDeadLetters, unsettledStages } from '../../shared/postgres/messaging/settled.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'

const LETTERS_MAX = 1_000

/** Finds messages that died inside the broker, which no worker recorded, so that they hold the clock no longer. */
export async function findDeadLetters({
  sql,
  broker,
}: {
  sql: Pool
  broker: Pick<Broker, 'deadLetters'>
}): Promise<number> {
  const waiting = await unsettledStages(sql)
  let noted = 0
  for (const stage of STAGES.filter((name) => waiting.some((each) => each.stage === name))) {
    const letters = await broker.deadLetters({ stage, limit: LETTERS_MAX })
    const named = letters.flatMap(({ messageId }) => (messageId === null ? [] : [{ messageId, stage }]))
    noted += await noteDeadLetters(sql, named)
  }
  return noted
}

/** Why history must be filled before the clock may move; null when it is. */
export async function backfillUnderWay(sql: Pool): Promise<string | null> {
  const loading = await readLoading(sql)
  return loading && loadingSentence(loading)
}
