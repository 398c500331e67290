import { components } from '../../pipeline/signals/index.ts'
import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { newestVerdict } from '../../shared/postgres/ai/ai-verdicts.ts'
import type { AlertRow } from '../../shared/postgres/alerts/alerts.ts'
import { PUBLIC_LOG, readEvents } from '../../shared/postgres/events/events.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import {
  alertStep,
  componentStep,
  cycleStep,
  inputIds,
  inputSteps,
  ruleStep,
  runStep,
  type Step,
  verdictStep,
} from './lineage-nodes.ts'
import type { ExplainedFigure } from './lineage-paths.ts'
import { activeEpisode, type CycleSnapshot, episodeBy, snapshotKnownBy, sourceRunAt } from './lineage-view.ts'

/** The steps of a figure, or why it has none. */
export type Traced = Step[] | string

const NO_CYCLE = 'no cycle has been computed yet'
const NO_ALERT = 'no such alert is active'
const NO_EPISODE = 'there is no such episode'
const NO_VERDICT = 'no scheduled verdict has been written yet'

const PILLAR_KEYS: readonly string[] = components.filter(({ pillar }) => pillar !== undefined).map(({ key }) => key)

const figure = (
  value: unknown,
  label: string,
  of: { knownAt: Date; version: string | null; from: string[] },
): Step => ({
  id: 'figure',
  kind: 'figure',
  label,
  value: (value ?? null) as Step['value'],
  knownAt: of.knownAt,
  rules_version: of.version,
  details: {},
  from: of.from,
})

export async function traceFigure(db: Db, wanted: ExplainedFigure, path: string, now: Date): Promise<Traced> {
  if (wanted.of === 'verdict') return await traceVerdict(db, wanted, path, now)
  if (wanted.of === 'alert' || wanted.of === 'episode') {
    const row = wanted.of === 'alert' ? await activeEpisode(db, wanted.alertId) : await episodeBy(db, wanted)
    if (!row) return wanted.of === 'alert' ? NO_ALERT : NO_EPISODE
    const [alert, ...below] = await traceAlert(db, row)
    const served = { knownAt: row.firedAt, version: row.evidence.rules_version, from: [alert!.id] }
    return [figure(row.message, `${path} is the episode ${row.id}.`, served), alert!, ...below]
  }
  const cycle = await snapshotKnownBy(db, now)
  if (!cycle) return NO_CYCLE
  const keys = wanted.of === 'regime' ? PILLAR_KEYS : wanted.of === 'component' ? [wanted.key] : null
  const below = await traceCycle(db, cycle, keys)
  const { snapshot } = cycle
  const served = { knownAt: new Date(snapshot.as_of), version: snapshot.rules_version }
  if (wanted.of === 'component') {
    const value =
      wanted.field === 'score_components'
        ? snapshot.score_components.find(({ key }) => key === wanted.key)?.points
        : snapshot[wanted.field as 'signal_levels' | 'trends'][wanted.key]
    return [figure(value, `${path} of ${cycle.cycleId}.`, { ...served, from: [`component/${wanted.key}`] }), ...below]
  }
  const value = snapshot[wanted.field as 'health_score' | 'regime']
  return [figure(value, `${path} of ${cycle.cycleId}.`, { ...served, from: ['cycle'] }), ...below]
}

/** A cycle, the components that are named (null: all), their inputs and the runs that brought them. */
async function traceCycle(db: Db, cycle: CycleSnapshot, keys: readonly string[] | null): Promise<Step[]> {
  const { snapshot } = cycle
  const wanted = snapshot.score_components.filter(({ key }) => keys === null || keys.includes(key))
  return [
    cycleStep(cycle, ['rule/score', ...wanted.map(({ key }) => `component/${key}`)]),
    ...wanted.map((component) => componentStep(component, cycle)),
    ruleStep('score', snapshot.rules_version, `Rules of score and regime, version ${snapshot.rules_version}.`),
    ...(await inputSteps(
      db,
      wanted.flatMap(({ inputs }) => inputs),
    )),
  ]
}

async function traceAlert(db: Db, row: AlertRow): Promise<Step[]> {
  const { inputs, rules_version: version } = row.evidence
  return [
    alertStep(row, inputIds(inputs)),
    ruleStep('alerts', version, `Rules of alerts, version ${version}.`),
    ...(await inputSteps(db, inputs)),
  ]
}

async function traceVerdict(
  db: Db,
  { member, inner }: Extract<ExplainedFigure, { of: 'verdict' }>,
  path: string,
  now: Date,
): Promise<Traced> {
  const verdict = await newestVerdict(db, 'deterministic', now)
  if (!verdict) return NO_VERDICT
  const block = (JSON.parse(verdict.document) as Record<string, unknown>)[member]
  const value = inner === null ? block : (block as Record<string, unknown> | null)?.[inner]
  const cycle = await snapshotKnownBy(db, verdict.asOf)
  const rule = ruleStep('verdict', verdict.rulesVersion, `Rules of the verdict, version ${verdict.rulesVersion}.`)
  return [
    figure(value, `${path} of AI cycle ${verdict.cycleId}.`, {
      knownAt: verdict.writtenAt,
      version: verdict.rulesVersion,
      from: [`verdict/${verdict.id}`],
    }),
    verdictStep(verdict, [rule.id, ...(cycle ? ['cycle'] : [])]),
    rule,
    ...(cycle ? await traceCycle(db, cycle, null) : []),
  ]
}

/** The steps of an event of the public log; null if there is no such event. */
export async function traceEvent(db: Db, id: number): Promise<Step[] | null> {
  const [event] = await readEvents(db, { log: PUBLIC_LOG, after: id - 1, before: id + 1, kinds: [], limit: 1 })
  if (event?.id !== id) return null
  const below = await belowEvent(db, event)
  return [eventStep(event, below.slice(0, 1)), ...below]
}

async function belowEvent(db: Db, { kind, subject, data, at, cycle_id: cycleId }: LoggedEvent): Promise<Step[]> {
  const then = new Date(at)
  if (kind === 'alert' && typeof data.episode === 'string') {
    const row = await episodeBy(db, { episode: data.episode })
    return row ? await traceAlert(db, row) : []
  }
  if (kind === 'source_failure') {
    const run = await sourceRunAt(db, subject, then)
    return run ? [runStep(run)] : []
  }
  const cycle = cycleId === null ? null : await snapshotKnownBy(db, then)
  if (!cycle) return []
  const isComponent = components.some(({ key }) => key === subject)
  return await traceCycle(db, cycle, isComponent ? [subject] : PILLAR_KEYS)
}

const eventStep = (event: LoggedEvent, below: readonly Step[]): Step => ({
  id: `event/${event.id}`,
  kind: 'event',
  label: event.title,
  value: event.kind,
  knownAt: new Date(event.at),
  rules_version: typeof event.data.rules_version === 'string' ? event.data.rules_version : null,
  details: { subject: event.subject, severity: event.severity, cycle_id: event.cycle_id, data: event.data },
  from: below.map(({ id }) => id),
})
