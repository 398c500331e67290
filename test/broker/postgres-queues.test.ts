import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '../../harness/database.ts'
import { queryJobs, startBoss } from '../../shared/broker/postgres-queues.ts'
import { silentLog } from '../../shared/log.ts'

it('broker session: the server ends it when its client vanishes during a statement or a transaction', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const boss = await startBoss(database.url, silentLog)
  onTestFinished(() => boss.stop({ graceful: false }))
  const limits = await queryJobs<{ setting: string }>(
    boss.getDb(),
    `select s.setting from pg_settings as s where s.name = any($1) order by s.name`,
    [['idle_in_transaction_session_timeout', 'statement_timeout']],
  )
  expect(limits.map(({ setting }) => setting)).toEqual(['10000', '15000'])
})
