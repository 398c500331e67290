import type { Log } from '../../shared/log.ts'
import { coalesceReads } from '../cache/coalesce-reads.ts'
import type { Reader } from '../database/reader.ts'
import type { ApiContext } from '../http/context.ts'
import type { ApiLimits } from '../http/limits.ts'
import { StreamHub } from './stream-hub.ts'
import { marketState } from './stream-state.ts'

type Deps = Pick<ApiContext, 'activeAlerts'> & { limits: ApiLimits; log: Log }

/** The streams of a replica and the state that their snapshots show. */
export function createStreams(
  reader: Reader,
  { activeAlerts, limits, log }: Deps,
): Pick<ApiContext, 'streams' | 'marketState'> {
  const state = coalesceReads(() => marketState({ reader, activeAlerts }), { sharedMs: limits.documentAgeMs })
  return { streams: new StreamHub({ reader, limits: limits.streams, log }), marketState: () => state('all') }
}
