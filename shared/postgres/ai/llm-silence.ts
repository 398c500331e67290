import type { Db } from '../server/db.ts'

/** The newest reads for which the LLM was called and produced no usable text, since its last success. */
export interface LlmSilence {
  /** How many in a row; READS_MAX means that many or more. */
  reads: number
  /** Why the newest of them has fixed wording. */
  reason: string
}

const READS_MAX = 20
const DAYS = 7

/** Null while the newest read has the LLM's words, and where no LLM is configured. */
export async function llmSilence(db: Db, now: Date): Promise<LlmSilence | null> {
  const from = new Date(now.getTime() - DAYS * 86_400_000)
  const newest = await db<{ fallback: string | null }[]>`
    select t.fallback from (
      (select s.as_of, s.written_at, s.fallback from ai_states as s
        where s.variant = 'deterministic' and s.origin <> 'backfill' and s.as_of > ${from} and s.as_of <= ${now}
        order by s.as_of desc limit ${READS_MAX})
      union all
      (select v.as_of, v.written_at, v.fallback from ai_verdicts as v
        where v.variant = 'deterministic' and v.origin <> 'backfill' and v.as_of > ${from} and v.as_of <= ${now}
        order by v.as_of desc limit ${READS_MAX})
    ) as t
    order by t.written_at desc limit ${READS_MAX}`
  const written = newest.findIndex(({ fallback }) => fallback === null)
  const reason = newest[0]?.fallback ?? null
  return reason === null ? null : { reads: written < 0 ? newest.length : written, reason }
}
