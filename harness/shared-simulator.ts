import { DEFAULT_SEED, type Simulator, type SimulatorOptions, startSimulator } from '../simulator/server.ts'
import { memo } from '../simulator/world/memo.ts'
import { createWorld } from '../simulator/world/world.ts'

/** Nearly all tests use one of two seeds, and some of them an index of few members. */
const WORLDS_MAX = 3

type Given = Pick<SimulatorOptions, 'seed' | 'members'>
const worldOf = memo(
  WORLDS_MAX,
  ({ seed, members }: Given) => `${seed} ${members}`,
  ({ seed = DEFAULT_SEED, members }: Given) => createWorld(seed, members),
)

/**
 * A simulator with faults and quotas of its own, in a world that the test files of a process share. A world takes a
 * second to build, and what it answers does not depend on earlier requests.
 */
export const startSharedSimulator = (options: SimulatorOptions): Promise<Simulator> =>
  startSimulator({ ...options, world: worldOf(options) })
