import { expect } from 'vitest'
import type { AlertId } from '../../../shared/domain/contract/alert.ts'
import { audit } from '../../../shared/postgres/audit/audit.ts'
import { cycleWorld } from './cycle-world.ts'

/** A world of cycles with readers of its alerts. */
export function alertWorld() {
  const world = cycleWorld()
  const sql = () => world.sql
  const rowsOf = async (id: AlertId) => [
    ...(await sql()`
      select a.fired_at as fired, a.cleared_at as cleared from alerts as a where a.alert_id = ${id} order by a.fired_at`),
  ]
  const missingOf = async (id: AlertId): Promise<string | null> => {
    const [row] = await sql()<{ missing: string | null }[]>`
      select s.input_missing as missing from alert_state as s where s.alert_id = ${id}`
    return row!.missing
  }
  const soundly = async () => {
    const broken = (await audit(sql())).filter(
      ({ rule, offenders }) => rule.startsWith('alert') && offenders.length > 0,
    )
    expect(broken).toEqual([])
  }
  const { stages, computeCycle, cycle } = world
  return { sql, stages, computeCycle, cycle, rowsOf, missingOf, soundly }
}
