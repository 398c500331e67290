import type { FailingSource } from '../../shared/domain/market/failing-source.ts'
import { easternExact } from '../../shared/time/eastern.ts'

/** The newest run of a source by the cutoff. */
export interface LastRun {
  source: string
  ok: boolean
  degraded: boolean
  error: string | null
  runAt: Date
  failingSince: Date | null
}

export interface Answers {
  /** Sources that this cycle waits for, and what of them arrived by the cutoff. */
  expected: readonly string[]
  arrivals: readonly { source: string; ok: boolean; degraded: boolean; reason: string | null }[]
  /** The newest run of every source by the cutoff, scheduled or requested. */
  runs: readonly LastRun[]
  /** When an earlier cycle last requested each source. */
  requests: readonly { source: string; at: Date }[]
  /** Sources that the settings switch off never count as failing. */
  off?: readonly string[]
  cutoff: Date
}

const UNANSWERED = 'nothing came before the deadline'

/**
 * Every source whose newest attempt by the cutoff failed, also when this cycle did not request it: a failure counts
 * until a run succeeds. It depends only on rows dated by the cutoff, so a late sweeper and a re-run find the same.
 */
export function failingSources({ expected, arrivals, runs, requests, off = [], cutoff }: Answers): FailingSource[] {
  const names = [...new Set([...expected, ...runs.map(({ source }) => source), ...requests.map((each) => each.source)])]
  return names.flatMap((source): FailingSource[] => {
    if (off.includes(source)) return []
    const run = runs.find((each) => each.source === source)
    const since = easternExact(run?.failingSince ?? cutoff)
    const arrival = arrivals.find((each) => each.source === source)
    if (expected.includes(source)) {
      if (!arrival) return [{ source, state: 'missing', reason: UNANSWERED, since }]
      if (!arrival.ok) return [{ source, state: 'missing', reason: run?.error ?? arrival.reason ?? 'failed', since }]
      if (!arrival.degraded) return []
      return [{ source, state: 'degraded', reason: run?.error ?? arrival.reason ?? 'failed', since }]
    }
    const asked = requests.find((each) => each.source === source)?.at
    if (asked && (!run || run.runAt < asked)) {
      return [{ source, state: 'missing', reason: UNANSWERED, since: easternExact(run?.failingSince ?? asked) }]
    }
    if (!run || (run.ok && !run.degraded)) return []
    return [{ source, state: run.degraded ? 'degraded' : 'missing', reason: run.error ?? 'failed', since }]
  })
}

/** The two lists that the engine and its documents read. */
export const gapsOf = (failing: readonly FailingSource[]) => ({
  missing: failing.filter(({ state }) => state === 'missing').map(({ source, reason }) => ({ source, reason })),
  degraded: failing.filter(({ state }) => state === 'degraded').map(({ source }) => source),
  failing,
})
