import { type Archetype, type ArchetypeInput, BARS_MIN, type Firing } from './archetype.ts'
import { archetypes } from './archetypes/index.ts'
import type { Candidate, NameScan } from './candidate.ts'
import { type RunMoment, sessionsFrom } from './moment.ts'
import { closeAgo, highestClose, movesOver, type NameView, returnOver } from './name-view.ts'
import { beginsEpisode, episodeKey, FRESH_SESSIONS_MAX, REMEMBERED_SESSIONS_MAX, type Setup } from './setup.ts'

/** At 10:30, a name that opened so many ATR against the pick has already broken its invalidation. */
const GAP_ATR = 1.5

export interface ScanInput extends ArchetypeInput {
  ticker: string
  moment: RunMoment
  /** The setups that earlier runs left of this name. */
  setups: readonly Setup[]
}

/**
 * Reads every archetype on one name. The result depends on this name and on SPY alone, so batches of names can be read
 * in any process.
 */
export function scanName(input: ScanInput): NameScan {
  const { ticker, name, market } = input
  if (name.bars < BARS_MIN || market.bars < BARS_MIN)
    return { ticker, price: name.price, setups: [], candidates: [], insufficient: [] }
  const setups: Setup[] = []
  const candidates: Candidate[] = []
  const insufficient: NameScan['insufficient'][number][] = []
  for (const archetype of archetypes) {
    const before = input.setups.find((each) => each.archetype === archetype.id) ?? null
    const lacks = isLacking(archetype, input)
    if (lacks) insufficient.push(archetype.id)
    const setup = nextSetup(archetype, lacks ? null : archetype.fires(input), before, input)
    if (!setup) continue
    const found = candidateOf(archetype, setup, input)
    setups.push(found?.isRipe ? flagged(setup, found, input) : setup)
    if (found) candidates.push(found)
  }
  return { ticker, price: name.price, setups, candidates, insufficient }
}

const isLacking = ({ needs }: Archetype, { name, barsSinceReport }: ArchetypeInput): boolean =>
  needs === 'volume' && barsSinceReport === null && Number.isNaN(name.volumes.at(-1) ?? Number.NaN)

/** A spell continues while its fires are no further apart than the freshness window. */
function nextSetup(
  archetype: Archetype,
  firing: Firing | null,
  before: Setup | null,
  { ticker, barDay, moment }: ScanInput,
): Setup | null {
  const sessionsAgo = before === null ? Number.POSITIVE_INFINITY : sessionsFrom(before.lastFired, moment.day)
  if (!firing) return sessionsAgo <= SHOWN_SETUP_SESSIONS ? before : null
  const goesOn = before !== null && sessionsFrom(before.lastFired, barDay) <= FRESH_SESSIONS_MAX
  const isKnown = before !== null && sessionsAgo <= REMEMBERED_SETUP_SESSIONS
  const kept = isKnown ? before : { lastFlag: null, episode: null, reference: null, conviction: null }
  return {
    ...kept,
    ticker,
    archetype: archetype.id,
    firstFired: goesOn ? before.firstFired : barDay,
    lastFired: barDay,
    firing,
  }
}

/**
 * Longer than any gap between two flags of one episode, so that an episode that can still continue is never deleted.
 */
const REMEMBERED_SETUP_SESSIONS = 15
/**
 * A held pick shows its newest fire until its end: fired 3 sessions before the lock, entered up to 5 later, held for
 * 20.
 */
const SHOWN_SETUP_SESSIONS = 30

function candidateOf(archetype: Archetype, setup: Setup, input: ScanInput): Candidate | null {
  const { name, moment, barDay } = input
  const sessionsAgo = sessionsFrom(setup.lastFired, moment.day)
  if (sessionsAgo > REMEMBERED_SESSIONS_MAX) return null
  const { score, confluence, why } = setup.firing
  const isFresh = sessionsAgo <= FRESH_SESSIONS_MAX
  const isRipe = isFresh && confluence.length >= archetype.confluenceMin && archetype.confirms(input)
  const isOldEpisode = setup.reference !== null && !beginsEpisode(setup, moment.day)
  return {
    ticker: setup.ticker,
    archetype: archetype.id,
    side: archetype.side,
    horizon: archetype.horizon,
    status: setup.firstFired === barDay ? 'new' : 'persisting',
    isRipe,
    score,
    confluence,
    why,
    lastFired: setup.lastFired,
    sessionsAgo,
    price: name.price,
    atr: name.atr,
    reference: isOldEpisode ? setup.reference! : name.price,
    ...(isOldEpisode && setup.referenceShares !== undefined ? { referenceShares: setup.referenceShares } : {}),
    features: featuresOf(input),
    barsSinceReport: input.barsSinceReport,
    suppressed: !isFresh ? 'stale' : !isRipe ? 'not_ripe' : hasGapped(archetype, name) ? 'gapped' : null,
  }
}

function hasGapped({ side }: Archetype, { price, closeBefore, priceIsOpen, atr }: NameView): boolean {
  const against = side === 'long' ? closeBefore - price : price - closeBefore
  return priceIsOpen && against > GAP_ATR * atr
}

function flagged(setup: Setup, { price }: Candidate, { moment: { day }, barDay, name }: ScanInput): Setup {
  if (!beginsEpisode(setup, day)) return { ...setup, lastFlag: day }
  const { referenceShares: _before, ...kept } = setup
  const referenceClose = { day: barDay, close: closeAgo(name, 0) }
  return { ...kept, lastFlag: day, episode: episodeKey(setup, day), reference: price, referenceClose }
}

/** Each feature has a spread of about one, so that a distance between two states weighs all of them alike. */
const featuresOf = (input: ScanInput): number[] => {
  const { name, market } = input
  return [
    movesOver(name, 5),
    (returnOver(name, 60) - input.marketReturn(60)) / (name.day60 * Math.sqrt(60)),
    Math.log(name.day20 / name.day250) / 0.35,
    Math.log(name.closes.at(-1)! / highestClose(name, 250)) / (10 * name.day250),
    movesOver(market, 5),
  ]
}
