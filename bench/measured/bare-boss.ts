import { PgBoss } from 'pg-boss'

const POOL_MAX = 4

/** Opens pg-boss as a ceiling needs it: its queues alone, without schedules and supervision. */
export async function openBareBoss(databaseUrl: string, schema: string): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: POOL_MAX,
    schedule: false,
    supervise: false,
    registerInstance: false,
  })
  boss.on('error', (error) => process.stderr.write(`${error.message}\n`))
  await boss.start()
  return boss
}
