import type { StageName } from '../shared/broker/topology.ts'
import type { Config } from '../shared/config.ts'

/** Time for the transaction after the work and the last acknowledgement. */
const AFTERWARDS_MS = 10_000
/** Longer than any statement or request of a stage that has no deadline of its own. */
const USUAL_MS = 20_000
/** A fetch of a source ends by then at the latest, unless the source has a time limit of its own. */
const FETCH_MS = 60_000
const MODEL_STAGES: readonly StageName[] = ['ai1', 'ai2']

/**
 * Returns how long a message of a stage may take from its first attempt to its acknowledgement. Sources are loaded only
 * if the stage belongs to a source.
 */
export async function drainGraceMs(
  stage: StageName,
  { AI_TIMEOUT_MS }: Pick<Config, 'AI_TIMEOUT_MS'>,
): Promise<number> {
  if (stage.startsWith('ingest-')) {
    const { sources } = await import('../pipeline/sources/index.ts')
    const patienceMs = sources.find(({ id }) => stage === `ingest-${id}`)?.patienceMs ?? 0
    return Math.max(patienceMs, FETCH_MS) + AFTERWARDS_MS
  }
  return (MODEL_STAGES.includes(stage) ? AI_TIMEOUT_MS : USUAL_MS) + AFTERWARDS_MS
}

/** A process waits for the slowest of its stages; a process that is only a scheduler has no long-running work. */
export const longestGraceMs = async (
  stages: readonly StageName[],
  config: Pick<Config, 'AI_TIMEOUT_MS'>,
): Promise<number> => Math.max(USUAL_MS, ...(await Promise.all(stages.map((stage) => drainGraceMs(stage, config)))))
