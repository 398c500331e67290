import type { Candidate, ScreenerCandidates } from '../../shared/domain/contract/screener/board.ts'
import { newestDigest, saveScreenerDigest } from '../../shared/postgres/screener/digests.ts'
import type { ScreenerRun } from '../../shared/postgres/screener/runs.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'

type Digest = ScreenerCandidates['digest']

/** The evening's run stores the day's candidates whose archetype is calibrated; the morning's shows the newest. */
export async function saveDigest(
  tx: Tx,
  run: ScreenerRun,
  { candidates, at }: { candidates: readonly Candidate[]; at: Date },
): Promise<Digest> {
  const calibrated = candidates.filter(({ ripe, trust }) => ripe && trust.state === 'calibrated')
  if (run.slot === 'pm' && calibrated.length > 0) {
    const document = calibrated.map(({ ticker, archetype, archetype_label: label, score }) => {
      return { ticker, archetype, label, score }
    })
    await saveScreenerDigest(tx, { day: run.day, at, document })
  }
  const newest = await newestDigest<Digest['candidates']>(tx)
  return newest ? { date: newest.day, candidates: newest.document } : { date: null, candidates: [] }
}
