import { fragility } from '../pipeline/fragility/fragility.ts'
import { failingSources, gapsOf } from '../pipeline/inputs/failing-sources.ts'
import type { ChainPoint, MarketInputs } from '../pipeline/inputs/market-inputs.ts'
import { closesOnly } from '../pipeline/snapshot/closes-only.ts'
import { computeSnapshot, dailyRow } from '../pipeline/snapshot/compute-snapshot.ts'
import { cycleDocuments } from '../pipeline/snapshot/cycle-documents.ts'
import { seriesBounds } from '../pipeline/snapshot/series-bounds.ts'
import type { NewMessage } from '../shared/broker/new-message.ts'
import type { Message, StageHandler } from '../shared/broker/run-stage.ts'
import type { Fragility } from '../shared/domain/contract/fragility.ts'
import { ChainAnalysis } from '../shared/domain/contract/gamma.ts'
import type { SignalsSnapshot } from '../shared/domain/contract/signals.ts'
import type { SourceId } from '../shared/domain/market/source-id.ts'
import { AppError } from '../shared/errors.ts'
import { flipLevel } from '../shared/postgres/ai/flip-level.ts'
import { readLoading } from '../shared/postgres/market/backfill.ts'
import { fedFundFuturesAsKnown } from '../shared/postgres/market/fed-fund-futures.ts'
import { type KnownChain, marketOfDay } from '../shared/postgres/market/market-of-day.ts'
import { seriesAsKnown } from '../shared/postgres/market/observations.ts'
import { sectorBreadthAsKnown } from '../shared/postgres/market/sector-breadth.ts'
import { lastRequests, sourceStandings } from '../shared/postgres/market/source-standing.ts'
import type { Db, Tx } from '../shared/postgres/server/db.ts'
import { readSimulatedWorld } from '../shared/postgres/server/simulated-world.ts'
import { SNAPSHOT_KEY, saveCycleDocument } from '../shared/postgres/signals/cycle-documents.ts'
import { advanceCycle, arrivalsOf, readCycle } from '../shared/postgres/signals/cycles.ts'
import { announceDocuments, saveReadModel } from '../shared/postgres/signals/read-models.ts'
import { saveSignalsDay } from '../shared/postgres/signals/signals-daily.ts'
import { saveSnapshot } from '../shared/postgres/signals/snapshots.ts'
import { eastern } from '../shared/time/eastern.ts'
import { addDays } from '../shared/time/trading-day.ts'
import { linkSpan } from '../shared/tracing/span.ts'
import { logRegimeOfDay, logTransitions } from './log-transitions.ts'

/** Far enough back to find a session that is too old to be read, so that its age can be reported. */
const BREADTH_DAYS = 14

/** The number of cycles or days that share a transaction while many wait: a back-fill, or after an outage. */
const BATCH = 16

/** Saves the results, and returns the messages that announce them. */
type Save = (tx: Tx) => Promise<NewMessage[]>

/** Turns what was known at a cutoff into the market state of a cycle, or into a session's daily row. */
export function signalsStage({
  off = [],
}: {
  off?: readonly SourceId[]
} = {}): StageHandler<'cycle.ready' | 'day.due', Save> {
  return {
    stage: 'signals',
    handles: ['cycle.ready', 'day.due'],
    batch: BATCH,
    read: (tx, message) => (message.type === 'day.due' ? computeDay(tx, message, off) : computeCycle(tx, message, off)),
    handle: (tx, _message, save) => save(tx),
  }
}

async function computeCycle(tx: Tx, message: Message<'cycle.ready'>, off: readonly SourceId[]): Promise<Save> {
  const { cycleId, cutoff, origin } = message.payload
  const by = new Date(cutoff)
  // The queries are sent together, so that the database does not wait for this process between them.
  const [cycle, arrivals, runs, requests, loading, world, known] = await Promise.all([
    readCycle(tx, cycleId),
    arrivalsOf(tx, cycleId, by),
    sourceStandings(tx, by),
    lastRequests(tx, { cycleId, by }),
    readLoading(tx, 'states'),
    readSimulatedWorld(tx),
    loadInputs(tx, by),
  ])
  if (!cycle) throw new AppError('not_found', 'the cycle to compute does not exist')
  linkSpan(arrivals.map(({ traceparent }) => traceparent))
  const failing = failingSources({ expected: cycle.expected, arrivals, runs, requests, off, cutoff: by })
  const inputs = { ...known, ...gapsOf(failing), loading }
  const scenario = world?.scenario ?? null
  const snapshot = computeSnapshot(inputs, { cycleId, origin, scenario })
  const documents = cycleDocuments(inputs, { cycleId, origin }).map(({ key, value }) => ({
    key,
    body: JSON.stringify(value),
  }))
  return saveCycle(message, { snapshot, documents, fragility: fragility(inputs) })
}

interface ComputedCycle {
  snapshot: SignalsSnapshot
  documents: readonly { key: string; body: string }[]
  fragility: Fragility
}

/** The first write locks the newest document until the commit, so that cycles are saved one after the other. */
const saveCycle =
  (message: Message<'cycle.ready'>, { snapshot, documents, fragility }: ComputedCycle): Save =>
  async (tx) => {
    const { cycleId, run, cutoff, origin } = message.payload
    const asOf = new Date(cutoff)
    await saveSnapshot(tx, snapshot, run)
    await saveReadModel(tx, {
      key: SNAPSHOT_KEY,
      contentType: 'application/json',
      body: JSON.stringify(snapshot),
      asOf,
      run,
    })
    await Promise.all(documents.map(({ key, body }) => saveCycleDocument(tx, { cycleId, run, key, asOf, body })))
    await advanceCycle(tx, cycleId, run, 'computed')
    await announceDocuments(tx, 'signals')
    await logTransitions(tx, snapshot, fragility)
    return [
      {
        id: `signals:${cycleId}#${run}`,
        type: 'signals.computed',
        occurredAt: new Date(message.occurredAt),
        cycleId,
        payload: { cycleId, run, cutoff, origin },
      },
    ]
  }

async function computeDay(tx: Tx, message: Message<'day.due'>, off: readonly SourceId[]): Promise<Save> {
  const { day, state, cutoff, run, origin } = message.payload
  const by = new Date(cutoff)
  const [runs, requests, known] = await Promise.all([
    sourceStandings(tx, by),
    lastRequests(tx, { cycleId: null, by }),
    loadInputs(tx, by),
  ])
  const failing = failingSources({ expected: [], arrivals: [], runs, requests, off, cutoff: by })
  const inputs = { ...known, ...gapsOf(failing) }
  const row = dailyRow(state === 'final' ? closesOnly(inputs) : inputs, { cycleId: `day:${day}`, origin })
  return async (saving) => {
    await saveSignalsDay(saving, { ...row, tradeDate: day, state, asOf: by, origin, run })
    await announceDocuments(saving, 'signals')
    if (state !== 'final') return []
    if (origin === 'scheduled') await logRegimeOfDay(saving, { day, asOf: by, ...row })
    return [
      {
        id: `signals:day/${day}#${run}`,
        type: 'day.computed',
        occurredAt: new Date(message.occurredAt),
        payload: { day, cutoff, run, origin },
      },
    ]
  }
}

const analysed = (chain: KnownChain): ChainPoint => ({
  ...chain,
  analysis: chain.analysis === null ? null : ChainAnalysis.parse(JSON.parse(chain.analysis)),
})

/** Everything the engine may read, except the failures of sources, and nothing that was not known at the cutoff. */
export async function loadInputs(
  sql: Db,
  cutoff: Date,
): Promise<Omit<MarketInputs, 'missing' | 'degraded' | 'failing'>> {
  const { day } = eastern(cutoff)
  const [{ chain, earlierChain, ...market }, series, breadth, fedFutures, aiFlip] = await Promise.all([
    marketOfDay(sql, cutoff),
    Promise.all(seriesBounds(day).map((bound) => seriesAsKnown(sql, { ...bound, upTo: day, knownBy: cutoff }))),
    sectorBreadthAsKnown(sql, { from: addDays(day, -BREADTH_DAYS), upTo: day, knownBy: cutoff }),
    fedFundFuturesAsKnown(sql, cutoff),
    flipLevel(sql, cutoff),
  ])
  return {
    ...market,
    series: Object.assign({}, ...series) as MarketInputs['series'],
    chain: chain && analysed(chain),
    ...(earlierChain && { earlierChain: analysed(earlierChain) }),
    breadth,
    fedFutures,
    aiFlip,
  }
}
