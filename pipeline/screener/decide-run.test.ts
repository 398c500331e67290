import { describe, expect, test } from 'vitest'
import { ripeCandidate } from '../../harness/fixtures/ripe-candidate.ts'
import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { archetypes } from './archetypes/index.ts'
import type { Candidate, NameScan } from './candidate.ts'
import { decideRun, type RunInput } from './decide-run.ts'
import { evidenceBook } from './evidence-book.ts'
import { runMoment } from './moment.ts'
import { episodeKey, type Setup, setupKey } from './setup.ts'
import { isOpen, type Tracked } from './tracked.ts'

const DAY = tradingDay('2026-03-04')
const LONG: ArchetypeId = 'oversold_quality'
const SHORT: ArchetypeId = 'failed_breakout'

/** A ripe candidate; its lead over SPY alone sets its conviction here. */
function ripe(ticker: string, archetype: ArchetypeId, lead: number, changes: Partial<Candidate> = {}): NameScan {
  const firing = { score: 50, confluence: ['a', 'b'], why: ['because'] }
  const features = [0, lead, 0, 0, 0]
  const candidate = ripeCandidate({ ticker, archetype, ...firing, lastFired: DAY, features, ...changes })
  const episode = episodeKey({ ticker, archetype }, DAY)
  const spell = { firstFired: DAY, lastFired: DAY, lastFlag: DAY, episode, reference: 100, conviction: null }
  return { ticker, setups: [{ ticker, archetype, firing, ...spell }], candidates: [candidate], insufficient: [] }
}

const input = (changes: Partial<RunInput> = {}): RunInput => ({
  moment: runMoment(DAY, 'pm'),
  band: { day: tradingDay('2026-03-03'), band: 'low' },
  scans: [],
  setupsBefore: new Map(),
  tracked: [],
  standings: evidenceBook().standings(),
  evidence: new Map(archetypes.map(({ id }) => [id, []])),
  isScheduled: true,
  ...changes,
})

const locksOf = (recorded: readonly Tracked[]) =>
  recorded.filter(isOpen).map(({ ticker, contract }) => `${ticker} ${contract!.slot}`)

const FIVE = ['A', 'B', 'C', 'D', 'E'].map((ticker, at) => ripe(ticker, LONG, at / 4))

describe('a run', () => {
  test('locks the best candidates into the slots of its band, and records every ripe episode', () => {
    const result = decideRun(input({ scans: FIVE }))
    expect(locksOf(result.recorded)).toEqual(['E 1', 'D 2', 'C 3'])
    expect(result.recorded.map(({ isEvidence }) => isEvidence)).toEqual([true, true, true, true, true])
    expect(result.suppressed).toEqual({ slots_full: 2 })
    expect(result.openLong).toBe(3)
  })

  test('decides the same whatever the order of its batches', () => {
    expect(decideRun(input({ scans: FIVE.toReversed() }))).toEqual(decideRun(input({ scans: FIVE })))
  })

  test('never evicts: what is open keeps its slot, also when the cap has shrunk below it', () => {
    const tracked = decideRun(input({ scans: FIVE })).recorded
    const band = { day: DAY, band: 'high' } as const
    const better = [ripe('Z', LONG, 2)]
    const shrunk = decideRun(input({ scans: better, tracked, band }))
    expect(locksOf(shrunk.recorded)).toEqual([])
    expect([shrunk.openLong, shrunk.suppressed]).toEqual([3, { slots_full: 1 }])
  })

  test('fills the slot that became free, not the next number', () => {
    const first = decideRun(input({ scans: FIVE })).recorded
    const tracked = first.filter(({ contract }) => contract?.slot !== 2)
    expect(locksOf(decideRun(input({ scans: [ripe('Z', LONG, 9)], tracked })).recorded)).toEqual(['Z 2'])
  })

  test('locks nothing without a band, and still records the episodes', () => {
    const result = decideRun(input({ scans: FIVE, band: null }))
    expect(locksOf(result.recorded)).toEqual([])
    expect([result.recorded.length, result.suppressed]).toEqual([5, { band_unknown: 5 }])
  })

  test('holds a name once, whatever its side', () => {
    const [long, short] = [ripe('A', LONG, 0), ripe('A', SHORT, 0)]
    const both = {
      ...long,
      setups: [...long.setups, ...short.setups],
      candidates: [...long.candidates, ...short.candidates],
    }
    const result = decideRun(input({ scans: [both] }))
    expect(locksOf(result.recorded)).toHaveLength(1)
    expect(result.suppressed).toEqual({ held: 1 })
  })

  test('records an episode once, and a later lock under the same key does not count as evidence', () => {
    const scan = ripe('A', LONG, 0)
    const before: Setup = { ...scan.setups[0]!, lastFlag: tradingDay('2026-02-27'), episode: 'earlier' }
    const setupsBefore = new Map([[setupKey(before), before]])
    const again = { ...scan, setups: [{ ...before, lastFlag: DAY }] }
    const { recorded } = decideRun(input({ scans: [again], setupsBefore }))
    expect(recorded).toMatchObject([{ episode: 'earlier', isEvidence: false, contract: { slot: 1 } }])
    const unlocked = decideRun(input({ scans: [again], setupsBefore, band: null }))
    expect(unlocked.recorded).toEqual([])
  })

  test.each(['stale', 'not_ripe', 'gapped'] as const)('suppresses a candidate that is %s', (suppressed) => {
    const scan = ripe('A', LONG, 0, { suppressed, isRipe: suppressed === 'gapped' })
    const result = decideRun(input({ scans: [scan] }))
    expect([locksOf(result.recorded), result.suppressed]).toEqual([[], { [suppressed]: 1 }])
  })

  test('carries the last conviction with its age where the deep scan did not reach, and does not lock it', () => {
    const scans = Array.from({ length: 201 }, (_, at) => ripe(`N${at}`, LONG, 0, { score: at === 77 ? 1 : 50 }))
    const before = { ...scans[77]!.setups[0]!, lastFlag: DAY, conviction: { value: 88, day: tradingDay('2026-03-02') } }
    const { candidates, suppressed } = decideRun(input({ scans, setupsBefore: new Map([[setupKey(before), before]]) }))
    expect(suppressed.no_deep_scan).toBe(1)
    expect(candidates.find(({ ticker }) => ticker === 'N77')).toMatchObject({
      conviction: 88,
      convictionAge: 2,
      scan: null,
      suppression: 'no_deep_scan',
    })
  })
})
