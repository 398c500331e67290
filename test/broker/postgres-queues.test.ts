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

it('declared queues: another process changes none of them, and puts back one that has other options', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const start = async () => {
    const boss = await startBoss(database.url, silentLog, ['signals', 'report'])
    onTestFinished(() => boss.stop({ graceful: false }))
    return boss
  }
  const versions = async () =>
    await database.sql`select q.name, q.updated_on as version, q.retry_limit from pgboss.queue as q order by q.name`
  const boss = await start()
  const declared = await versions()
  expect(declared.map(({ name }) => name)).toEqual(['report', 'report.dead', 'signals', 'signals.dead'])
  await start()
  expect(await versions()).toEqual(declared)
  await boss.updateQueue('signals', { retryLimit: 0 })
  await start()
  const again = await versions()
  expect(again.map(({ retry_limit }) => retry_limit)).toEqual(declared.map(({ retry_limit }) => retry_limit))
  expect(again.filter(({ version }, at) => version.getTime() !== declared[at]!.version.getTime())).toMatchObject([
    { name: 'signals' },
  ])
})
