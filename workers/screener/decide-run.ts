import type { NameScan } from '../../pipeline/screener/candidate.ts'
import { decideRun, type RunResult } from '../../pipeline/screener/decide-run.ts'
import type { EvidenceBook } from '../../pipeline/screener/evidence-book.ts'
import { type BandReading, runMoment } from '../../pipeline/screener/moment.ts'
import { type Setup, setupKey } from '../../pipeline/screener/setup.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message } from '../../shared/broker/run-stage.ts'
import { AppError } from '../../shared/errors.ts'
import { addOutcomes, addRecords, saveProgress, unfinishedRecords } from '../../shared/postgres/screener/records.ts'
import { finishRun, isOvertaken, lockRun, type ScreenerRun, scansOf } from '../../shared/postgres/screener/runs.ts'
import { rememberedSetups, replaceSetups } from '../../shared/postgres/screener/setups.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { splitsKnown } from '../../shared/postgres/trading/corporate-actions.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type AdvancedRecord, advanceRecord } from './advance-records.ts'
import { companyParts } from './company-parts.ts'
import { evidenceOfRecords } from './evidence-of-records.ts'
import { judgeScreenerMonth } from './judge-month.ts'
import { bandsKnown } from './known-band.ts'
import { logPicks } from './log-picks.ts'
import { barsAsOf, nameHistories, newestBarDay } from './name-histories.ts'
import { flagsOf, publishBoard } from './publish-board.ts'
import { advancedRow, type RecordedPick, type RecordedProgress, recordRow, trackedOf } from './record-rows.ts'
import { recordedBook } from './recorded-book.ts'

/** Decides a run once, from what its batches read, and brings every record forward by the closes known since. */
export async function decideScreenerRun(
  tx: Tx,
  { payload: { run: id } }: Message<'screener.scanned'>,
  now: Date,
): Promise<NewMessage[]> {
  const run = await lockRun(tx, id)
  if (!run) throw new AppError('not_found', 'the run of the screener does not exist')
  if (run.state !== 'scanning') return []
  const decidedAt = run.origin === 'scheduled' ? now : run.startedAt
  if (await isOvertaken(tx, run)) {
    await finishRun(tx, { id, state: 'superseded', at: decidedAt, summary: null })
    return []
  }
  const newest = newestBarDay(run)
  const bandAt = await bandsKnown(tx, { upTo: run.day, knownBy: run.startedAt })
  const advanced = await advanceBook(tx, run, { upTo: newest, bandAt })
  const book = await recordedBook(tx)
  const evidence = await evidenceOfRecords(tx, book, newest)
  await judgeScreenerMonth(tx, run, { evidence, newest, now })
  const { result, scanned } = await decide(tx, run, { advanced, evidence, band: bandAt(run.startedAt) })
  await addRecords(
    tx,
    result.recorded.map((tracked) => recordRow(tracked, id, decidedAt)),
  )
  await finishRun(tx, { id, state: 'decided', at: decidedAt, summary: summaryOf(result) })
  await logPicks(tx, run, { advanced, recorded: result.recorded, decidedAt })
  // A back-fill has many runs, and each board would be replaced by the next.
  if (run.day >= previousSession(eastern(now).day).day) {
    await publishBoard(tx, run, { result, evidence, book, decidedAt, scanned, now })
  }
  return []
}

/** Entries, exits and outcomes of all records up to a session, stored. */
async function advanceBook(
  tx: Tx,
  run: ScreenerRun,
  { upTo, bandAt }: { upTo: TradingDay; bandAt(instant: Date): BandReading | null },
): Promise<AdvancedRecord[]> {
  const rows = await unfinishedRecords<RecordedPick, RecordedProgress>(tx)
  const tickers = [...new Set(rows.map(({ ticker }) => ticker))]
  const histories = await nameHistories(tx, tickers, barsAsOf(upTo, run.startedAt, run.origin))
  const splits = await splitsKnown(tx, { symbols: tickers, upTo: run.day, knownBy: run.startedAt })
  const advanced = rows.map((row) => ({
    row,
    result: advanceRecord(trackedOf(row), { histories, upTo, bandAt, splits }),
  }))
  await saveProgress(
    tx,
    advanced.map(({ row, result: { tracked, outcome } }) => ({
      ...advancedRow(row, tracked),
      maturedOn: outcome ? upTo : null,
    })),
  )
  const outcomes = advanced.flatMap(({ result }) => (result.outcome ? [result.outcome] : []))
  await addOutcomes(
    tx,
    outcomes.map((outcome) => ({ id: outcome.id, archetype: outcome.archetype, knownAt: run.startedAt, outcome })),
  )
  return advanced.map(({ result }) => result)
}

interface Book {
  advanced: readonly AdvancedRecord[]
  evidence: EvidenceBook
  band: BandReading | null
}

async function decide(
  tx: Tx,
  run: ScreenerRun,
  { advanced, evidence, band }: Book,
): Promise<{ result: RunResult; scanned: ReadonlySet<string> }> {
  const scans = await scansOf<NameScan>(tx, run.id)
  const setups = await rememberedSetups<Setup>(tx)
  const tracked: Tracked[] = advanced.flatMap((each) => (each.outcome ? [] : [each.tracked]))
  const companies = await companyParts(tx, scans, run.startedAt)
  const result = decideRun({
    companies,
    moment: runMoment(run.day, run.slot),
    band,
    scans,
    tracked,
    setupsBefore: new Map(setups.map((setup) => [setupKey(setup), setup])),
    standings: evidence.standings(),
    evidence: evidence.pools(),
    isScheduled: run.origin === 'scheduled',
  })
  await replaceSetups(tx, run.id, { tickers: scans.map(({ ticker }) => ticker), setups: result.setups })
  return { result, scanned: new Set(scans.map(({ ticker }) => ticker)) }
}

/** Everything that a decision produced, except its candidates. */
const summaryOf = (result: RunResult) => ({
  band: result.band,
  open_long: result.openLong,
  open_short: result.openShort,
  suppressed: result.suppressed,
  candidates: result.candidates.length,
  flags: Object.fromEntries(flagsOf(result)),
})
