import type { Db } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { Reader } from './reader.ts'

/** Service time from Postgres. */
export async function serviceNow(db: Db): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select service_now() as now`
  return row!.now
}

/** Null until the clock has received service time: before that it knows only real time, which may differ. */
export const knownNow = ({ clock }: { clock: Clock }): Date | null => (clock.isKnown?.() === false ? null : clock.now())

/** For reads that need the time: from the database until the clock has received it. */
export const readNow = async (context: { clock: Clock; reader: Reader }): Promise<Date> =>
  knownNow(context) ?? (await context.reader.read(serviceNow))
