import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { SourceState } from '../../shared/domain/contract/transition.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { easternExact } from '../../shared/time/eastern.ts'

export const sourceStateOf = ({ ok, degraded }: { ok: boolean; degraded: boolean }): SourceState =>
  !ok ? 'failing' : degraded ? 'degraded' : 'delivering'

export interface JudgedRun {
  source: SourceId
  state: SourceState
  at: Date
  /** The error, safe to publish; null when there is none. */
  error: string | null
}

const WORDS: Record<SourceState, string> = {
  delivering: 'delivers again',
  degraded: 'does not deliver: its last good value stands in',
  failing: 'does not deliver, and no last good value is young enough to stand in',
}

/** Only a change of state is an event; a repeated failure or a successful first run is not. */
export function sourceEvents(
  before: { state: SourceState; since: Date } | null,
  { source, state, at, error }: JudgedRun,
): NewEvent[] {
  if ((before?.state ?? 'delivering') === state) return []
  return [
    {
      key: `source_failure/${source}/${state}/${easternExact(at)}`,
      kind: 'source_failure',
      subject: source,
      severity: state === 'failing' ? 'warning' : 'info',
      title: `Source ${source} ${WORDS[state]}.`,
      at,
      data: { from: before?.state ?? null, to: state, since: before && easternExact(before.since), error },
      cycleId: null,
      origin: 'scheduled',
    },
  ]
}
