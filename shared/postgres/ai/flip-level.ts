import { z } from 'zod'
import type { Db } from '../server/db.ts'
import { newestVerdict, readVerdict } from './ai-verdicts.ts'

const Lines = z.object({
  what_flips_it: z.array(z.object({ level: z.number(), level_kind: z.string(), observed_at: z.string().optional() })),
})

/** A level, and the day on which its wire last observed it; null in verdicts of earlier versions. */
export interface FlipLevel {
  level: number
  day: string | null
}

/**
 * The first watch-line on a price of SPY of the newest verdict by then, or why there is none; null before the first.
 * The state of the market must not wait for a verdict, so an unreadable verdict is such a reason.
 */
export async function flipLevel(db: Db, by: Date): Promise<FlipLevel | string | null> {
  const verdict = await newestVerdict(db, 'deterministic', by)
  if (!verdict) return null
  const read = readVerdict(verdict, Lines)
  if (!read) return 'the newest verdict cannot be read'
  const line = read.what_flips_it.find(({ level_kind: kind }) => kind === 'spy_price')
  if (!line) return 'no watch-line of the newest verdict is a price of SPY'
  return { level: line.level, day: line.observed_at?.slice(0, 10) ?? null }
}
