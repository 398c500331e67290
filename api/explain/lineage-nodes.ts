import type { InputReading, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { counted } from '../../shared/domain/number-words.ts'
import type { StoredVerdict } from '../../shared/postgres/ai/ai-verdicts.ts'
import type { AlertRow } from '../../shared/postgres/alerts/alerts.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { LineageNode } from './lineage-document.ts'
import { type CycleSnapshot, type ObservationKey, type RunFacts, revisionsOf, runsOf } from './lineage-view.ts'

type Input = Pick<InputReading, 'series' | 'value' | 'for' | 'known_at' | 'source' | 'quality'>

/** A node before its age is known. */
export type Step = Omit<LineageNode, 'age_seconds' | 'known_at'> & { knownAt: Date | null }

export const ruleStep = (name: string, version: string, label: string): Step => ({
  id: `rule/${name}`,
  kind: 'rule',
  label,
  value: version,
  knownAt: null,
  rules_version: version,
  details: {},
  from: [],
})

const observationId = ({ series, for: day }: Pick<Input, 'series' | 'for'>): string => `observation/${series}/${day}`

export const inputIds = (inputs: readonly Input[]): string[] => [...new Set(inputs.map(observationId))]

/** The inputs as they were known then, their later corrections, and the runs that brought them. */
export async function inputSteps(db: Db, given: readonly Input[]): Promise<Step[]> {
  const inputs = [...new Map(given.map((input) => [observationId(input), input])).values()]
  if (inputs.length === 0) return []
  const keys = inputs.map((input): ObservationKey => ({ ...input, knownAt: new Date(input.known_at) }))
  const [revisions, runs] = [await revisionsOf(db, keys), await runsOf(db, keys)]
  const runOf = new Map(runs.map((run) => [`${run.source} ${run.knownAt.getTime()}`, run]))
  const observations = inputs.map((input): Step => {
    const facts = revisions.find((each) => each.series === input.series && each.for === input.for)
    const run = runOf.get(`${input.source} ${new Date(input.known_at).getTime()}`)
    return {
      id: observationId(input),
      kind: 'observation',
      label: `${input.series} for ${input.for}, from the source ${input.source}.`,
      value: input.value,
      knownAt: new Date(input.known_at),
      rules_version: null,
      details: {
        series: input.series,
        for: input.for,
        source: input.source,
        quality: input.quality,
        revision: facts?.revision ?? null,
        corrected_to: facts?.correctedTo ?? null,
        corrected_at: facts?.correctedAt ? easternExact(facts.correctedAt) : null,
      },
      from: run?.id == null ? [] : [`source_run/${run.id}`],
    }
  })
  const kept = runs.filter(({ id }) => id !== null)
  return [...observations, ...new Map(kept.map((run) => [run.id, runStep(run)])).values()]
}

export const runStep = (run: RunFacts): Step => ({
  id: `source_run/${run.id}`,
  kind: 'source_run',
  label: `A run of the source ${run.source}${run.degraded === 1 ? ', whose last good value stood in' : ''}.`,
  value: run.ok === 1,
  knownAt: run.runAt,
  rules_version: null,
  details: { source: run.source, ok: run.ok, degraded: run.degraded, error: run.error },
  from: [],
})

export const cycleStep = ({ cycleId, run, snapshot }: CycleSnapshot, from: readonly string[]): Step => ({
  id: 'cycle',
  kind: 'cycle',
  label: `Report cycle ${cycleId}, run ${run}: nothing known after its cutoff was read.`,
  value: cycleId,
  knownAt: new Date(snapshot.as_of),
  rules_version: snapshot.rules_version,
  details: {
    cycle_id: cycleId,
    run,
    origin: snapshot.origin,
    missing: snapshot.data_quality.missing,
    degraded: snapshot.data_quality.degraded,
  },
  from: [...from],
})

type Component = SignalsSnapshot['score_components'][number]

export const componentStep = (component: Component, { snapshot }: CycleSnapshot): Step => ({
  id: `component/${component.key}`,
  kind: 'component',
  label: `${component.name} ${component.value}: ${component.points} of ${counted(component.max, 'point')}.`,
  value: component.points,
  knownAt: new Date(snapshot.as_of),
  rules_version: snapshot.rules_version,
  details: {
    display: component.value,
    points: component.points,
    max: component.max,
    contribution: component.contribution,
    percentile: component.percentile,
    reason: component.reason,
  },
  from: ['rule/score', ...inputIds(component.inputs)],
})

export const alertStep = (row: AlertRow, from: readonly string[]): Step => ({
  id: `alert/${row.id}`,
  kind: 'alert',
  label: row.message,
  value: row.state,
  knownAt: row.firedAt,
  rules_version: row.evidence.rules_version,
  details: {
    alert_id: row.alertId,
    severity: row.severity,
    fired_at: easternExact(row.firedAt),
    cleared_at: row.clearedAt && easternExact(row.clearedAt),
    origin: row.origin,
    state_ref: row.stateRef,
    value: row.evidence.value,
    threshold: row.evidence.threshold,
  },
  from: ['rule/alerts', ...from],
})

export const verdictStep = (verdict: StoredVerdict, from: readonly string[]): Step => ({
  id: `verdict/${verdict.id}`,
  kind: 'verdict',
  label: `The ${verdict.variant} verdict of AI cycle ${verdict.cycleId}.`,
  value: verdict.cycleId,
  knownAt: verdict.writtenAt,
  rules_version: verdict.rulesVersion,
  details: {
    cycle_id: verdict.cycleId,
    variant: verdict.variant,
    as_of: easternExact(verdict.asOf),
    origin: verdict.origin,
    state_ref: verdict.stateRef,
  },
  from: [...from],
})
