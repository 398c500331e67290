import type { Broker } from '../../shared/broker/port.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import { loadingSentence } from '../../shared/domain/contract/history-loading.ts'
import { readLoading } from '../../shared/postgres/market/backfill.ts'
import { noteDeadLetters, unsettledStages } from '../../shared/postgres/messaging/settled.ts'
import { deadInBroker, recordGaveUp } from '../../shared/postgres/server/clock-gave-up.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'

const LETTERS_MAX = 1_000
/** Work under way is looked at again soon, and less often the longer it takes. */
const POLL_MS_FIRST = 2
const POLL_MS_MAX = 100
const DEAD_LETTERS_EVERY_MS = 5_000

interface HoldDeps {
  sql: Pool
  broker: Pick<Broker, 'deadLetters'>
  clock: Pick<Clock, 'now'>
}

export interface Patience {
  /** Called while work holds the clock; returns after how many milliseconds to look again. */
  hold(): Promise<number>
  /** Called when nothing holds it any more. */
  end(): void
}

/** Returns how long work has held the clock; what holds it for seconds may have died inside the broker. */
export function createPatience(deps: HoldDeps): Patience {
  let heldSince: number | null = null
  let lookedAt = 0
  return {
    async hold() {
      heldSince ??= performance.now()
      const heldMs = performance.now() - heldSince
      if (heldMs > DEAD_LETTERS_EVERY_MS && performance.now() - lookedAt > DEAD_LETTERS_EVERY_MS) {
        lookedAt = performance.now()
        await findDeadLetters(deps)
      }
      return Math.min(POLL_MS_MAX, Math.max(POLL_MS_FIRST, heldMs / 20))
    },
    end() {
      heldSince = null
    },
  }
}

/** Finds messages that died inside the broker, which no worker recorded, so that they hold the clock no longer. */
export async function findDeadLetters({ sql, broker, clock }: HoldDeps): Promise<number> {
  const waiting = await unsettledStages(sql)
  let noted = 0
  for (const stage of STAGES.filter((name) => waiting.some((each) => each.stage === name))) {
    const letters = await broker.deadLetters({ stage, limit: LETTERS_MAX })
    const named = letters.flatMap(({ messageId }) => (messageId === null ? [] : [{ messageId, stage }]))
    noted += await sql.begin(async (tx) => {
      const dead = await noteDeadLetters(tx, named)
      await recordGaveUp(tx, clock.now(), dead.map(deadInBroker))
      return dead.length
    })
  }
  return noted
}

/** Returns why history must be filled before the clock may move; null when it is. */
export async function backfillUnderWay(sql: Pool): Promise<string | null> {
  const loading = await readLoading(sql)
  return loading && loadingSentence(loading)
}
