import { setTimeout as sleep } from 'node:timers/promises'
import type { Broker } from '../../shared/broker/port.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import { noteDeadLetters, settleMessages, unsettledStages } from '../../shared/postgres/messaging/settled.ts'
import { deadInBroker, recordGaveUp } from '../../shared/postgres/server/clock-gave-up.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'

const LETTERS_MAX = 1_000
/** Work under way is looked at again soon, and less often the longer it takes. */
const POLL_MS_FIRST = 2
const POLL_MS_MAX = 100
/** While this process sends or handles a message, only the work of other processes can be settled. */
const OTHERS_POLL_MS = 50
/** A command that changes the clock is noticed after this time at the latest. */
const TURN_MS = 100
const DEAD_LETTERS_EVERY_MS = 5_000

export interface HoldDeps {
  sql: Pool
  broker: Pick<Broker, 'deadLetters'>
  clock: Pick<Clock, 'now'>
  /** Returns whether this process sends or handles, at this moment, a message that holds the clock. */
  isBusy: () => boolean
  /** Absent: 5 s. */
  deadLettersEveryMs?: number
}

export interface Patience {
  /** Waits for what holds the clock, at most for one turn; false if something still holds it. */
  settled(): Promise<boolean>
}

/** Waits for work that holds the clock; work that holds it for seconds may have died inside the broker. */
export function createPatience(deps: HoldDeps): Patience {
  let heldSince: number | null = null
  let lookedAt = 0
  const { deadLettersEveryMs: everyMs = DEAD_LETTERS_EVERY_MS } = deps

  async function restFor(pollMs: number): Promise<void> {
    const begun = performance.now()
    do await sleep(pollMs)
    while (deps.isBusy() && performance.now() - begun < OTHERS_POLL_MS)
  }

  async function lookForLetters(heldMs: number): Promise<void> {
    if (heldMs <= everyMs || performance.now() - lookedAt <= everyMs) return
    lookedAt = performance.now()
    await findDeadLetters(deps)
  }

  return {
    async settled() {
      const begun = performance.now()
      heldSince ??= begun
      if (deps.isBusy()) await restFor(POLL_MS_FIRST)
      while ((await settleMessages(deps.sql)).left > 0) {
        const asked = performance.now()
        if (asked - begun > TURN_MS) return false
        await lookForLetters(asked - heldSince)
        await restFor(Math.min(POLL_MS_MAX, Math.max(POLL_MS_FIRST, (asked - heldSince) / 20)))
      }
      heldSince = null
      return true
    },
  }
}

/** Finds messages that died inside the broker without a record by any worker, so that they no longer hold the clock. */
async function findDeadLetters({ sql, broker, clock }: Pick<HoldDeps, 'sql' | 'broker' | 'clock'>): Promise<number> {
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
