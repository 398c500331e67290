import { openPostgresTransport } from '../../harness/broker/postgres-transport.ts'
import { drainSides } from '../drain-sides.ts'
import type { RatioRow } from '../row.ts'

export const stagePostgres: RatioRow = {
  kind: 'ratio',
  id: 'stage-postgres',
  figure: 'stage on the Postgres broker: inbox, effect, outbox, output',
  unit: 'msg/s',
  better: 'higher',
  ceiling: 'raw pg-boss: fetch a batch, one commit of the effect each, complete',
  goal: 1,
  async open(rig) {
    const plan = {
      open: openPostgresTransport,
      bareScript: 'bench/measured/drain-bare-pg-boss.ts',
      messages: rig.quick ? 200 : 2_000,
    }
    return await drainSides(rig, plan, async ({ sql }) => {
      await sql`delete from pgboss.job where name in ('signals', 'report', 'alerts', 'tripwires')`
    })
  },
}
