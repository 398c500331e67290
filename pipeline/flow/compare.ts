import type { FlowComparison } from '../../shared/domain/contract/flow.ts'
import { median } from '../maths/statistics.ts'

/** With fewer sessions than this a percentile would be misleading. */
const SESSIONS_MIN = 20
const PARTIAL = 'the session is not over: its total is not comparable with complete sessions'

const shown = (value: number): number => Number(value.toPrecision(4))

/** A value against its own earlier sessions; `isTotal` grows within a session, so only a complete one is ranked. */
export function compareFlow(
  value: number | null,
  earlier: readonly (number | null)[],
  { isTotal, isComplete }: { isTotal: boolean; isComplete: boolean },
): FlowComparison {
  const values = earlier.filter((each) => each !== null)
  const n = values.length
  const middle = median(values)
  const reason =
    value === null
      ? 'there is no value of this session'
      : isTotal && !isComplete
        ? PARTIAL
        : n < SESSIONS_MIN
          ? `${n} earlier sessions are known, and ${SESSIONS_MIN} are needed`
          : null
  return {
    value: value === null ? null : shown(value),
    median: middle === null ? null : shown(middle),
    percentile: reason !== null || value === null ? null : shown(values.filter((each) => each < value).length / n),
    n,
    need: SESSIONS_MIN,
    reason,
  }
}
