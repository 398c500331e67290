import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { STEPS } from '../../shared/domain/contract/history-loading.ts'
import { reportProgress } from '../../shared/postgres/market/backfill.ts'
import { saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import { followProgress } from '../../start/progress-lines.ts'

const db = testDatabase()

const run = (messageId: string, source: 'fred' | 'market', stored: number) =>
  saveSourceRun(db.sql, {
    messageId,
    source,
    ok: stored > 0 ? 1 : 0,
    degraded: 0,
    error: stored > 0 ? null : 'fred-daily: status 429',
    runAt: new Date('2026-11-24T15:00:00Z'),
    durationMs: 1,
    requests: 1,
    stored,
    origin: 'backfill',
  })

test('the last line of a start names the sources whose vendors brought nothing, instead of a whole history', async () => {
  for (const step of STEPS) await reportProgress(db.sql, step, 1, 1)
  await run('a', 'fred', 0)
  await run('b', 'market', 9)
  const lines: string[] = []
  const shown = async (line: string) => {
    lines.length = 0
    const following = followProgress(db.sql, (said) => void lines.push(said))
    await eventually(() => expect(lines).toEqual([line]))
    following.stop()
  }
  const again = '/api/v1/source-health has the reasons, and each asks for its history again at its next time'
  await shown(`there is no history of fred: ${again}`)
  await run('c', 'fred', 5)
  await shown('every figure has its whole history')
})
