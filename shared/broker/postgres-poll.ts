import { within } from '../deadline.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { StageName } from './topology.ts'

/** NOTIFY announces neither an expired back-off nor a lost message: they wait at most this long. */
const POLL_MS = 1_000
const QUERY_WITHIN_MS = 5_000

interface PollOptions {
  log: Log
  stages(): readonly StageName[]
  /** Returns those of the stages that have a message to fetch. */
  findReady(stages: readonly StageName[]): Promise<readonly StageName[]>
  /** Makes the consumers of these stages fetch; null: of all. */
  wake(stages: readonly StageName[] | null): void
  /** A look has succeeded after one or more have failed. */
  onLinkBack(): void
}

export interface Poll {
  /** Ends the poll, including the query that is under way. */
  stop(): Promise<void>
}

/**
 * Looks once a second for messages of all stages, in one query however many stages are idle: a separate fetch for each
 * took a twentieth of the statements of a service. While the query fails, every consumer fetches for itself, so that
 * each connection of the pool is tried.
 */
export function startPoll({ log, stages, findReady, wake, onLinkBack }: PollOptions): Poll {
  let looking: Promise<void> | null = null
  let isLinkLost = false

  async function look(): Promise<void> {
    const asked = stages()
    if (asked.length === 0) return
    try {
      const ready = await within(QUERY_WITHIN_MS, 'poll', findReady(asked))
      if (isLinkLost) onLinkBack()
      wake(isLinkLost ? null : ready)
      isLinkLost = false
    } catch (error) {
      isLinkLost = true
      log.warn({ error: errorMessage(error) }, 'poll_failed')
      wake(null)
    }
  }

  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null
    })
  }, POLL_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
