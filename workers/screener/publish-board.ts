import { archetypes } from '../../pipeline/screener/archetypes/index.ts'
import { chancesOf, type JudgedPlacebos } from '../../pipeline/screener/chances.ts'
import { calibrationOf } from '../../pipeline/screener/closing-lines.ts'
import { cohortHits, cohortPace } from '../../pipeline/screener/cohorts.ts'
import type { RunResult } from '../../pipeline/screener/decide-run.ts'
import { actionBoard, candidateRows, SCHEMA_VERSION } from '../../pipeline/screener/documents/board.ts'
import type { RowContext } from '../../pipeline/screener/documents/board-rows.ts'
import { pickContract } from '../../pipeline/screener/documents/contracts.ts'
import { boardTrackRecord, type MaturedPick, trackRecord } from '../../pipeline/screener/documents/track-record.ts'
import { type Judged, trustBoard } from '../../pipeline/screener/documents/trust-board.ts'
import type { EvidenceBook } from '../../pipeline/screener/evidence-book.ts'
import type { Outcome } from '../../pipeline/screener/outcome.ts'
import type { Setup } from '../../pipeline/screener/setup.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import { type ArchetypeId, EXIT_REASONS } from '../../shared/domain/contract/screener-ids.ts'
import { newestGauntlets } from '../../shared/postgres/screener/gauntlets.ts'
import type { ScreenerRun } from '../../shared/postgres/screener/runs.ts'
import { rememberedSetups } from '../../shared/postgres/screener/setups.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { announceDocuments, saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { saveDigest } from './daily-digest.ts'
import { newestBarDay } from './name-histories.ts'
import type { RecordedBook } from './recorded-book.ts'
import { universeDocument } from './universe-document.ts'

/** Contracts that the lists serve; older ones are in the table. */
const CONTRACTS_MAX = 500

interface Decision {
  result: RunResult
  evidence: EvidenceBook
  /** The records before this run. */
  book: RecordedBook
  decidedAt: Date
  /** Names that the run could read. */
  scanned: ReadonlySet<string>
  now: Date
}

/** Writes every document of the screener after a run, and announces them once. */
export async function publishBoard(tx: Tx, run: ScreenerRun, decision: Decision): Promise<void> {
  const { result, evidence, decidedAt } = decision
  const { outcomes } = decision.book
  // The records of this run are written after everything recorded before, so what it decided from is unchanged.
  for (const tracked of result.recorded) evidence.addRecord(tracked)
  evidence.addFlags(flagsOf(result))
  const records = [...decision.book.records, ...result.recorded]
  const context = rowContext(run, decision)
  const basics = {
    schema_version: SCHEMA_VERSION,
    rules_version: run.rulesVersion,
    as_of: result.moment.at,
    reason: null,
  }
  const picks = records.flatMap((tracked) => {
    const outcome = outcomes.get(tracked.id)
    return outcome ? [{ tracked, outcome }] : []
  })
  const started = { id: run.id, started_at: easternIso(run.startedAt), late_by_s: lateSeconds(run), origin: run.origin }
  const unfinished = records.filter(({ id }) => !outcomes.has(id))
  const setups = await rememberedSetups<Setup>(tx)
  const rows = { result, setups, tracked: unfinished, context }
  const board = actionBoard({ run: started, rulesVersion: run.rulesVersion, ...rows })
  const candidates = candidateRows(result, context)
  const digest = await saveDigest(tx, run, { candidates, at: decidedAt })
  const gauntlets = await newestJudgements(tx)
  const chances = chancesOf([...gauntlets.values()])
  const documents: Record<string, object> = {
    board,
    candidates: { ...basics, total: candidates.length, candidates, digest },
    'trust-board': { ...basics, ...trustOf(run, { evidence, picks, gauntlets }) },
    calibration: { ...basics, ...calibrationOf(evidence, chances) },
    'track-record': { ...basics, ...trackRecord(picks, chances) },
    'board-track-record': { ...basics, ...boardTrackRecord(picks, unfinished, chances) },
    ...contractLists(records, outcomes, basics),
    universe: { ...basics, ...(await universeDocument(tx, decision)) },
  }
  for (const [key, value] of Object.entries(documents)) {
    const model = { key: `screener/${key}`, contentType: 'application/json', body: JSON.stringify(value) }
    await saveReadModel(tx, { ...model, asOf: run.dueAt, run: 1 })
  }
  await announceDocuments(tx, 'screener')
}

/** How many candidates of each archetype were ripe in a run. */
export const flagsOf = ({ candidates }: Pick<RunResult, 'candidates'>): ReadonlyMap<ArchetypeId, number> =>
  new Map(
    [
      ...Map.groupBy(
        candidates.filter(({ isRipe }) => isRipe),
        ({ archetype }) => archetype,
      ),
    ].map(([archetype, ripe]) => [archetype, ripe.length]),
  )

type Judgement = Judged & JudgedPlacebos

async function newestJudgements(tx: Tx): Promise<ReadonlyMap<ArchetypeId, Judgement>> {
  const rows = await newestGauntlets(tx)
  return new Map(
    rows.map(({ archetype, month, document }) => [
      archetype as ArchetypeId,
      { ...(document as Omit<Judgement, 'month'>), month },
    ]),
  )
}

const lateSeconds = ({ dueAt, startedAt }: ScreenerRun): number =>
  Math.max(0, Math.round((startedAt.getTime() - dueAt.getTime()) / 1_000))

function rowContext(run: ScreenerRun, { result, evidence }: Decision): RowContext {
  const records = new Map(
    archetypes.map(({ id }) => {
      const { matured } = evidence.of(id)
      const hits = matured.filter(({ excess }) => excess > 0).length
      return [id, { matured: matured.length, hits, blocks: new Set(matured.map(({ block }) => block)).size }] as const
    }),
  )
  return { day: run.day, band: result.band, standings: evidence.standings(), records }
}

interface TrustInput {
  evidence: EvidenceBook
  picks: MaturedPick[]
  gauntlets: ReadonlyMap<ArchetypeId, Judgement>
}

function trustOf(run: ScreenerRun, { evidence, picks, gauntlets }: TrustInput) {
  const newest = newestBarDay(run)
  const paces = archetypes.flatMap(({ id, horizon }) => {
    const pace = cohortPace(evidence.of(id).cohorts, { day: newest, horizon })
    return pace === null ? [] : [[id, pace] as const]
  })
  return trustBoard({
    day: run.day,
    standings: evidence.standings(),
    gauntlets,
    picks,
    cohortsPerBlock: new Map(paces),
    hits: new Map(archetypes.map(({ id }) => [id, cohortHits(evidence.of(id).cohorts).all])),
  })
}

function contractLists(records: readonly Tracked[], outcomes: ReadonlyMap<string, Outcome>, basics: object) {
  const contracts = records
    .filter(({ contract }) => contract !== null)
    .map((tracked) => pickContract(tracked, outcomes.get(tracked.id) ?? null))
    .toReversed()
  const exits = contracts
    .filter(({ exit_date }) => exit_date !== null)
    .toSorted((a, b) => (a.exit_date! < b.exit_date! ? 1 : a.exit_date! > b.exit_date! ? -1 : 0))
  const byReason = EXIT_REASONS.map((reason) => [reason, exits.filter((each) => each.exit_reason === reason).length])
  return {
    'pick-contracts': { ...basics, total: contracts.length, contracts: contracts.slice(0, CONTRACTS_MAX) },
    exits: {
      ...basics,
      total: exits.length,
      by_reason: Object.fromEntries(byReason),
      exits: exits.slice(0, CONTRACTS_MAX),
    },
  }
}
