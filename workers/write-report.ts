import type { z } from 'zod'
import { alertEngine } from '../pipeline/alerts/index.ts'
import type { AlertsOfCycle } from '../pipeline/reports/alerts-section.ts'
import { reportFilename, writeReport } from '../pipeline/reports/write-report.ts'
import type { StageHandler } from '../shared/broker/run-stage.ts'
import { FedWatch } from '../shared/domain/contract/fed-watch.ts'
import { Fragility } from '../shared/domain/contract/fragility.ts'
import { AppError, errorMessage } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { alertsStanding, readAlertEvaluation } from '../shared/postgres/alerts/alerts.ts'
import { evaluateAlerts } from '../shared/postgres/alerts/evaluate-alerts.ts'
import type { Pool, Tx } from '../shared/postgres/server/db.ts'
import { readSimulatedWorld } from '../shared/postgres/server/simulated-world.ts'
import { type CycleRun, cycleDocument } from '../shared/postgres/signals/cycle-documents.ts'
import { advanceCycle, readCycle } from '../shared/postgres/signals/cycles.ts'
import { announceDocuments, saveReadModel } from '../shared/postgres/signals/read-models.ts'
import { reportExists, reportToReplace, saveReport } from '../shared/postgres/signals/reports.ts'
import { readSnapshot, snapshotBefore } from '../shared/postgres/signals/snapshots.ts'
import type { Clock } from '../shared/time/clock.ts'

/** The number of reports that share a transaction while many wait; their cycles are locked in the order of their times. */
const BATCH = 16

/** The alerts stage judges the same snapshot; a report waits no longer than this for it. */
const ALERTS_WITHIN_MS = 3_000
const NOT_IN_TIME = 'the alert rules did not finish in time'

export interface ReportDeps {
  sql: Pool
  log: Log
  clock: Clock
  dataMode: 'live' | 'simulated'
}

/** Turns a snapshot into the Markdown report of its cycle, named by the scheduled time. */
export function reportStage(deps: ReportDeps): StageHandler<'signals.computed', string | null> {
  return {
    stage: 'report',
    handles: ['signals.computed'],
    batch: BATCH,
    prepare: ({ payload }) => judgeAlerts(deps, payload),
    async handle(tx, { payload: { cycleId, run, origin } }, alertsProblem) {
      const [cycle, snapshot, world, fedWatch, fragility] = await Promise.all([
        readCycle(tx, cycleId),
        readSnapshot(tx, cycleId, run),
        readSimulatedWorld(tx),
        documentOf(tx, { cycleId, run }, 'signals/fedwatch', FedWatch),
        documentOf(tx, { cycleId, run }, 'signals/fragility', Fragility),
      ])
      if (!cycle || !snapshot) throw new AppError('not_found', 'the snapshot to report on does not exist')
      const [previous, alerts, replaces] = await Promise.all([
        snapshotBefore(tx, cycle.scheduledFor),
        alertsOfCycle(tx, { cycleId, run, cutoff: new Date(snapshot.as_of) }, alertsProblem),
        replacedBy(tx, { cycleId, run, now: deps.clock.now() }),
      ])
      const report = writeReport(snapshot, previous, {
        scheduledFor: cycle.scheduledFor,
        replaces,
        dataMode: deps.dataMode,
        scenario: world?.scenario ?? 'none',
        alerts,
        fedWatch,
        fragility,
      })
      const writtenAt = deps.clock.now()
      await saveReport(tx, {
        ...report,
        replaces: replaces?.filename ?? null,
        cycleId,
        at: cycle.scheduledFor,
        run,
        origin,
        writtenAt,
      })
      await saveReadModel(tx, {
        key: 'reports/latest',
        contentType: 'application/json',
        body: JSON.stringify(report),
        asOf: cycle.scheduledFor,
        run,
      })
      await advanceCycle(tx, cycleId, run, 'reported')
      await announceDocuments(tx, 'reports')
      return []
    },
  }
}

/**
 * A report of a later run has a name of its own: the first second from now on that names no report yet. Whole minutes
 * name the reports of first runs, one of which may be due at this very minute.
 */
async function replacedBy(tx: Tx, { cycleId, run, now }: { cycleId: string; run: number; now: Date }) {
  if (run === 1) return null
  const filename = await reportToReplace(tx, cycleId, run)
  if (filename === null) return null
  let writtenAt = now
  while (namesAFirstRun(writtenAt) || (await reportExists(tx, reportFilename(writtenAt))))
    writtenAt = new Date(writtenAt.getTime() + 1_000)
  return { filename, writtenAt }
}

const namesAFirstRun = (at: Date): boolean => at.getUTCSeconds() === 0

/**
 * Judges the alerts of the report's own snapshot if the alerts stage has not done so yet. Both run the same
 * transaction, keyed by the snapshot, so that together they have one effect. Returns the problem, if any, which the
 * report states; it is written in any case.
 */
async function judgeAlerts(
  { sql, log }: ReportDeps,
  snapshot: { cycleId: string; run: number },
): Promise<string | null> {
  const judged = sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${`${ALERTS_WITHIN_MS}ms`}, true)`
    await evaluateAlerts(tx, alertEngine, snapshot)
    return null
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(NOT_IN_TIME), ALERTS_WITHIN_MS)
  })
  try {
    return await Promise.race([judged, late])
  } catch (error) {
    log.warn({ cycle_id: snapshot.cycleId, error: errorMessage(error) }, 'report_without_alerts')
    return 'the alert rules could not be run'
  } finally {
    clearTimeout(timer)
    // A rejection that comes too late must not end the process.
    judged.catch(() => {})
  }
}

async function alertsOfCycle(
  tx: Tx,
  { cycleId, run, cutoff }: { cycleId: string; run: number; cutoff: Date },
  problem: string | null,
): Promise<AlertsOfCycle> {
  const evaluation = await readAlertEvaluation(tx, cycleId, run)
  return {
    standing: await alertsStanding(tx, cutoff),
    held: evaluation?.held ?? [],
    notEvaluated: evaluation ? null : (problem ?? NOT_IN_TIME),
  }
}

/** A document in another version's shape counts as missing; the report states that and is written. */
async function documentOf<T>(tx: Tx, cycle: CycleRun, key: string, schema: z.ZodType<T>): Promise<T | null> {
  const stored = await cycleDocument(tx, cycle, key)
  return stored === null ? null : (schema.safeParse(JSON.parse(stored.body)).data ?? null)
}
