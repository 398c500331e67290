import type { ArchetypeId, PickSide, Suppression } from '../../shared/domain/contract/screener-ids.ts'
import { PICK_SIDES, SUPPRESSIONS } from '../../shared/domain/contract/screener-ids.ts'
import { bettability } from './bettability.ts'
import { boardScore, capOf, isAdverse, openSlots } from './board-rank.ts'
import type { Candidate, NameScan } from './candidate.ts'
import { DEEP_SCANS_MAX, type DeepScan, deepScan, type EvidencePool } from './deep-scan.ts'
import { type BandReading, type RunMoment, sessionsFrom } from './moment.ts'
import type { CompanyParts } from './panel-readings.ts'
import { beginsEpisode, type Setup, setupKey } from './setup.ts'
import { isOpen, type Tracked, trackedId } from './tracked.ts'
import type { Standing } from './trust.ts'

/** Everything that a run decides from, apart from the bars that the scans have read. */
export interface RunInput {
  moment: RunMoment
  /** The newest band known at the run; null if none is. */
  band: BandReading | null
  /** One scan for each name of the universe; the order does not matter. */
  scans: readonly NameScan[]
  /** The setups as they were before the run, by `setupKey`. */
  setupsBefore: ReadonlyMap<string, Setup>
  /** Records that have not matured, with every open contract among them. */
  tracked: readonly Tracked[]
  standings: ReadonlyMap<ArchetypeId, Standing>
  evidence: EvidencePool
  /** Panels of companies by ticker; absent in a replay. */
  companies?: ReadonlyMap<string, CompanyParts>
  /** False for imports and back-fill, which never count as post-lock. */
  isScheduled: boolean
}

/** A candidate with its deep scan and its place. */
export interface RankedCandidate extends Candidate {
  scan: DeepScan | null
  conviction: number | null
  /** Sessions since the scan that set the conviction; null without one. */
  convictionAge: number | null
  boardScore: number
  suppression: Suppression | null
}

export interface RunResult {
  moment: RunMoment
  band: BandReading | null
  /** Every fresh or stale candidate, best first. */
  candidates: readonly RankedCandidate[]
  /** The setups to remember; a setup that is not listed here is deleted. */
  setups: readonly Setup[]
  /** The price of each name that the run has read, by ticker. */
  prices: ReadonlyMap<string, number>
  /** New records: the first of each episode, and every lock. Locked ones have a contract. */
  recorded: readonly Tracked[]
  openLong: number
  openShort: number
  suppressed: Readonly<Partial<Record<Suppression, number>>>
}

/** One run: scans deeply, ranks, locks into free slots, and records every ripe episode. Nothing is ever evicted. */
export function decideRun(input: RunInput): RunResult {
  const { moment, band, tracked } = input
  const scans = input.scans.toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1))
  const ranked = rank(
    scans.flatMap(({ candidates }) => candidates),
    input,
  )
  const open = tracked.filter(isOpen)
  const { decided, locks } = lock(ranked, open, input)
  const setups = rememberScans(scans, decided, moment)
  const recorded = record(decided, locks, setups, input)
  const openOf = (side: PickSide) => [...open, ...recorded.filter(isOpen)].filter((each) => each.side === side).length
  const insufficient = scans.reduce((sum, each) => sum + each.insufficient.length, 0)
  return {
    moment,
    band,
    candidates: decided,
    setups,
    prices: new Map(scans.flatMap(({ ticker, price }) => (price === undefined ? [] : [[ticker, price] as const]))),
    recorded,
    openLong: openOf('long'),
    openShort: openOf('short'),
    suppressed: histogram(decided, insufficient),
  }
}

/** Scans the ripe candidates deeply, new ones before older ones, and sorts all by board score. */
function rank(candidates: readonly Candidate[], input: RunInput): RankedCandidate[] {
  const { moment, band, standings, evidence, companies } = input
  const ripe = candidates.filter(({ isRipe }) => isRipe)
  const first = ripe.toSorted((a, b) => a.sessionsAgo - b.sessionsAgo || b.score - a.score || order(a, b))
  const reached = new Set(first.slice(0, DEEP_SCANS_MAX))
  const ranked = candidates.map((candidate): RankedCandidate => {
    const scan = reached.has(candidate) ? deepScan(candidate, evidence, companies?.get(candidate.ticker) ?? null) : null
    const carried = input.setupsBefore.get(setupKey(candidate))?.conviction ?? null
    const conviction = scan?.conviction ?? carried?.value ?? null
    const { side, archetype } = candidate
    return {
      ...candidate,
      scan,
      conviction,
      convictionAge: scan ? 0 : carried && sessionsFrom(carried.day, moment.day),
      boardScore: boardScore({
        side,
        conviction: conviction ?? 0,
        standing: standings.get(archetype)!,
        band: band?.band ?? null,
      }),
      suppression: candidate.suppressed,
    }
  })
  return ranked.sort((a, b) => b.boardScore - a.boardScore || order(a, b))
}

const order = (a: Candidate, b: Candidate): number =>
  a.ticker === b.ticker ? (a.archetype < b.archetype ? -1 : 1) : a.ticker < b.ticker ? -1 : 1

interface Locked {
  candidate: RankedCandidate
  slot: number
}

/** Fills the free slots of each side in the order of the board; a name is held once, whatever its side. */
function lock(ranked: readonly RankedCandidate[], open: readonly Tracked[], { band }: RunInput) {
  const held = new Set(open.map(({ ticker }) => ticker))
  const free = new Map(
    PICK_SIDES.map((side) => {
      const taken = open.filter((each) => each.side === side).map(({ contract }) => contract!.slot)
      return [side, openSlots(capOf(band?.band ?? null, side), taken)]
    }),
  )
  const locks: Locked[] = []
  const decided = ranked.map((candidate): RankedCandidate => {
    const suppression = candidate.suppression ?? reasonAgainst(candidate, band, held)
    if (suppression !== null) return { ...candidate, suppression }
    const slot = free.get(candidate.side)!.shift()
    if (slot === undefined) return { ...candidate, suppression: 'slots_full' }
    held.add(candidate.ticker)
    locks.push({ candidate, slot })
    return candidate
  })
  return { decided, locks }
}

function reasonAgainst(
  candidate: RankedCandidate,
  band: BandReading | null,
  held: ReadonlySet<string>,
): Suppression | null {
  if (held.has(candidate.ticker)) return 'held'
  if (candidate.scan === null) return 'no_deep_scan'
  return band === null ? 'band_unknown' : null
}

function rememberScans(scans: readonly NameScan[], decided: readonly RankedCandidate[], { day }: RunMoment): Setup[] {
  const convictions = new Map(
    decided.flatMap((each) => (each.scan ? [[setupKey(each), { value: each.scan.conviction, day }] as const] : [])),
  )
  return scans.flatMap(({ setups }) =>
    setups.map((setup) => {
      const conviction = convictions.get(setupKey(setup))
      return conviction ? { ...setup, conviction } : setup
    }),
  )
}

/** A record for the first flag of an episode and one for each lock; a single record where both coincide. */
function record(
  decided: readonly RankedCandidate[],
  locks: readonly Locked[],
  setups: readonly Setup[],
  input: RunInput,
): Tracked[] {
  const { moment, setupsBefore } = input
  const bySetup = new Map(setups.map((setup) => [setupKey(setup), setup]))
  const slots = new Map(locks.map(({ candidate, slot }) => [setupKey(candidate), slot]))
  return decided.flatMap((candidate) => {
    if (!candidate.isRipe) return []
    const key = setupKey(candidate)
    const before = setupsBefore.get(key)
    const isFirst = before === undefined || beginsEpisode(before, moment.day)
    const slot = slots.get(key)
    if (!isFirst && slot === undefined) return []
    return [trackedOf(candidate, { isFirst, slot, episode: bySetup.get(key)!.episode! }, input)]
  })
}

function trackedOf(
  candidate: RankedCandidate,
  { isFirst, slot, episode }: { isFirst: boolean; slot: number | undefined; episode: string },
  { moment, band, isScheduled, standings }: RunInput,
): Tracked {
  const { ticker, side, archetype, horizon, score, status, features, confluence, conviction } = candidate
  const chip = () =>
    bettability({
      standing: standings.get(archetype)!,
      conviction,
      convictionAge: candidate.convictionAge,
      sessionsAgo: candidate.sessionsAgo,
      isLocked: false,
      distanceAtr: (candidate.price - candidate.reference) / candidate.atr,
      shares: candidate.referenceShares,
    }).chip
  return {
    id: trackedId(moment, candidate),
    runAt: moment.at,
    day: moment.day,
    runSlot: moment.slot,
    ticker,
    side,
    archetype,
    horizon,
    score,
    episode,
    isEvidence: isFirst,
    isPostLock: isScheduled,
    status,
    confluence: confluence.length,
    features,
    band: band?.band ?? null,
    entry: null,
    bars: 0,
    missing: 0,
    last: null,
    contract:
      slot === undefined
        ? null
        : {
            slot,
            conviction: conviction!,
            boardScore: candidate.boardScore,
            chip: chip(),
            exit: null,
            why: candidate.why.slice(0, 4),
            parts: candidate.scan?.parts ?? [],
            macro: { day: band?.day ?? null, armed: !isAdverse(band?.band ?? null, side), closes: 0 },
          },
  }
}

function histogram(decided: readonly RankedCandidate[], insufficient: number): RunResult['suppressed'] {
  const counts = SUPPRESSIONS.map((reason) => {
    const count = decided.filter(({ suppression }) => suppression === reason).length
    return [reason, reason === 'insufficient_data' ? insufficient : count] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
