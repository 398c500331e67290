import type { Db } from '../server/db.ts'
import { newestVerdict } from './ai-verdicts.ts'

interface Line {
  level: number
  level_kind: string
}

/** The first watch-line on a price of SPY of the newest verdict by then, or why there is none; null before the first. */
export async function flipLevel(db: Db, by: Date): Promise<number | string | null> {
  const verdict = await newestVerdict(db, 'deterministic', by)
  if (!verdict) return null
  const { what_flips_it: lines } = JSON.parse(verdict.document) as { what_flips_it: Line[] }
  const line = lines.find(({ level_kind: kind }) => kind === 'spy_price')
  return line?.level ?? 'no watch-line of the newest verdict is a price of SPY'
}
