import { writeReport } from '../pipeline/reports/write-report.ts'
import type { StageHandler } from '../shared/broker/run-stage.ts'
import { AppError } from '../shared/errors.ts'
import { advanceCycle, readCycle } from '../shared/postgres/cycles.ts'
import { announceDocuments, saveReadModel } from '../shared/postgres/read-models.ts'
import { saveReport } from '../shared/postgres/reports.ts'
import { readSnapshot, snapshotBefore } from '../shared/postgres/snapshots.ts'
import type { Clock } from '../shared/time/clock.ts'

export interface ReportDeps {
  clock: Clock
  dataMode: 'live' | 'simulated'
}

/** Turns a snapshot into the Markdown report of its cycle, named by the scheduled time. */
export function reportStage(deps: ReportDeps): StageHandler<'signals.computed'> {
  return {
    stage: 'report',
    handles: ['signals.computed'],
    async handle(tx, { payload: { cycleId, run, origin } }) {
      const cycle = await readCycle(tx, cycleId)
      const snapshot = await readSnapshot(tx, cycleId, run)
      if (!cycle || !snapshot) throw new AppError('not_found', 'the snapshot to report on does not exist')
      const previous = await snapshotBefore(tx, cycle.scheduledFor)
      const report = writeReport(snapshot, previous, { scheduledFor: cycle.scheduledFor, dataMode: deps.dataMode })
      await saveReport(tx, { ...report, cycleId, at: cycle.scheduledFor, run, origin, writtenAt: deps.clock.now() })
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
