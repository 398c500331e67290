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
    `${variable}: the data holds ${held}, but this start names ${named}; set ${variable}=${held}, or give the other one its own DATA_DIR`,
  )
}

/**
 * A database holds one simulated world, for good. The first start decides; another seed, start or scenario is refused by
 * name. `asked` is the start that the operator named, if any; without one the stored start stands.
 */
export async function claimSimulatedWorld(
  sql: Pool,
  { seed, scenario }: Pick<SimulatedWorld, 'seed' | 'scenario'>,
  { asked, opening }: { asked: Date | null; opening: Date },
): Promise<SimulatedWorld> {
  await sql`
    insert into simulated_world (seed, start_at, is_own_start, scenario)
    values (${seed}, ${asked ?? opening}, ${asked !== null}, ${scenario})
    on conflict do nothing`
  await sql`update simulated_world set seed = ${seed} where seed is null`
  const held = await readSimulatedWorld(sql)
  if (!held) throw new AppError('internal', 'the simulated world was not kept')
  if (held.seed !== seed) refuse('SIMULATOR_SEED', String(held.seed), String(seed))
  if (held.scenario !== scenario) refuse('SIMULATOR_SCENARIO', held.scenario, scenario)
  if (asked && asked.getTime() !== held.start.getTime())
    refuse('SIMULATOR_START', easternIso(held.start), easternIso(asked))
  return { ...held, seed }
}
