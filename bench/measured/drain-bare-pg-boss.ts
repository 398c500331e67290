import { BOSS_SCHEMA } from '../../shared/broker/postgres-queues.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { openBareBoss } from './bare-boss.ts'
import { bareEffect } from './bare-effect.ts'
import { POOL_MAX, runDrain } from './drain.ts'

/** The ceiling: fetch a batch, one commit of the effect for each job, complete the batch, from the stage's own queue. */
await runDrain(async ({ databaseUrl, concurrency }) => {
  const sql = openPool(databaseUrl, { max: POOL_MAX, name: 'bench-bare' })
  const boss = await openBareBoss(databaseUrl, BOSS_SCHEMA)
  return {
    async drain({ messages, output }) {
      for (let settled = 0; settled < messages; ) {
        const jobs = await boss.fetch<{ id: string }>('signals', { batchSize: concurrency })
        await Promise.all(jobs.map(({ data }) => bareEffect(sql, data)))
        if (output) {
          for (const stage of ['report', 'alerts', 'tripwires']) {
            await boss.insert(
              stage,
              jobs.map(({ data }) => ({ data })),
            )
          }
        }
        await boss.complete(
          'signals',
          jobs.map(({ id }) => id),
        )
        settled += jobs.length
      }
    },
    async close() {
      await boss.stop({ graceful: false })
      await sql.end({ timeout: 1 })
    },
  }
})
