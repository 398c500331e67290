import type { ScenarioName } from '../../domain/scenario.ts'
import { AppError } from '../../errors.ts'
import { easternIso } from '../../time/eastern.ts'
import type { Db, Pool } from './db.ts'

export interface SimulatedWorld {
  seed: number
  /** The instant at which the folder began. */
  start: Date
  /** True if the operator named the start. */
  isOwnStart: boolean
  scenario: ScenarioName
}

/** Null in a live database and before the first start. */
export async function readSimulatedWorld(
  sql: Db,
): Promise<(Omit<SimulatedWorld, 'seed'> & { seed: number | null }) | null> {
  const [held] = await sql<{ seed: number | null; start: Date; isOwnStart: boolean; scenario: ScenarioName }[]>`
    select sw.seed, sw.start_at as start, sw.is_own_start as "isOwnStart", sw.scenario from simulated_world as sw`
  return held ?? null
}

const refuse = (variable: string, held: string, named: string): never => {
  throw new AppError(
    'conflict',
    `${variable}: the data holds ${held}, but this process names ${named}; set ${variable}=${held}, or give the other one its own DATA_DIR`,
  )
}

/** A process's statement of the world that it works on. */
export interface NamedWorld {
  SOURCES: 'live' | 'simulated'
  SIMULATOR_SEED: number
  SIMULATOR_START?: Date | undefined
  SIMULATOR_SCENARIO: ScenarioName
}

/**
 * A database holds one simulated world, for good. The first process that works on it decides; another seed, start or
 * scenario is refused by name. `opening` is where a world begins whose start the operator has not named.
 */
export async function claimSimulatedWorld(sql: Pool, named: NamedWorld, opening: Date): Promise<SimulatedWorld> {
  const { SIMULATOR_SEED: seed, SIMULATOR_SCENARIO: scenario, SIMULATOR_START: asked } = named
  await sql`
    insert into simulated_world (seed, start_at, is_own_start, scenario)
    values (${seed}, ${asked ?? opening}, ${asked !== undefined}, ${scenario})
    on conflict do nothing`
  await sql`update simulated_world set seed = ${seed} where seed is null`
  await refuseOtherWorld(sql, named)
  const held = await readSimulatedWorld(sql)
  if (!held) throw new AppError('internal', 'the simulated world was not kept')
  return { ...held, seed }
}

/** Refuses a process that names another world than the database holds, and changes nothing. */
export async function refuseOtherWorld(sql: Db, named: NamedWorld): Promise<void> {
  if (named.SOURCES === 'live') return
  const held = await readSimulatedWorld(sql)
  if (!held) return
  const { SIMULATOR_SEED: seed, SIMULATOR_SCENARIO: scenario, SIMULATOR_START: asked } = named
  if (held.seed !== null && held.seed !== seed) refuse('SIMULATOR_SEED', String(held.seed), String(seed))
  if (held.scenario !== scenario) refuse('SIMULATOR_SCENARIO', held.scenario, scenario)
  if (asked && asked.getTime() !== held.start.getTime())
    refuse('SIMULATOR_START', easternIso(held.start), easternIso(asked))
}
