import { describe, expect, it } from 'vitest'
import { COOLDOWN_MS } from '../../shared/domain/contract/tripwire.ts'
import { NEVER_SEEN, reduceWire } from './reduce-wire.ts'

const OPEN = Date.UTC(2026, 10, 20, 14, 30)
const VIX = {
  key: 'vix_20',
  label: 'VIX at or above 20',
  side: 'above',
  feed: 'minute',
  levelKind: 'vix_level',
} as const
const RATIO = {
  key: 'vix_term_inversion',
  label: 'Ratio',
  side: 'above',
  feed: 'daily',
  levelKind: 'vix_ratio',
} as const
const BREADTH = { ...RATIO, key: 'breadth_60', label: 'Breadth', levelKind: 'breadth_percent' } as const

type Seen = readonly [minute: number, value: number]
/** The moves of a wire over some minutes, and what it remembers after them. */
function run(
  seen: readonly Seen[],
  wire: typeof VIX | typeof RATIO | typeof BREADTH = VIX,
  lines = { level: 20, rearm: 19 },
) {
  let memory = NEVER_SEEN
  const moves: string[] = []
  for (const [minute, value] of seen) {
    const at = new Date(OPEN + minute * 60_000)
    const observation = { status: 'observed', value, ...lines, observedAt: at, inputs: [] } as const
    const reduced = reduceWire(wire, memory, { at, observation })
    memory = reduced.memory
    for (const move of reduced.transitions) moves.push(`${move.type === 'moved' ? move.to : 'broken'}: ${move.cause}`)
  }
  return { memory, moves }
}
const minutes = (from: number, to: number, value: number): Seen[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, value])

describe('the cause of a move', () => {
  it('names the value and the level that it crossed', () => {
    expect(
      run([
        [0, 18],
        [1, 21.456],
      ]).moves,
    ).toEqual(['triggered: VIX at or above 20: 21.46 against the level of 20'])
  })
  it('reports if the first observation was already beyond the level', () => {
    expect(run([[0, 21]]).moves).toEqual([
      'triggered: VIX at or above 20: 21 against the level of 20, met at the first observation',
    ])
  })
  it('has the line that it came back across', () => {
    expect(
      run([
        [0, 18],
        [1, 21],
        [2, 18.5],
      ]).moves.at(-1),
    ).toBe('armed: VIX at or above 20: 18.5, back across 19, so the wire is armed again')
  })
  it('has the time that it was held when it fires, and its cooldown is over when time alone ends it', () => {
    const cooldown = COOLDOWN_MS / 60_000
    const { moves } = run([[0, 18], ...minutes(1, 21, 21), ...minutes(22, 21 + cooldown, 18)])
    expect(moves).toEqual([
      'triggered: VIX at or above 20: 21 against the level of 20',
      'fired: VIX at or above 20: 21 against the level of 20, held for 20 minutes',
      'cooldown: VIX at or above 20: 18, back across 19, in cooldown until Fri 20 Nov 2026, 11:51 ET',
      'armed: VIX at or above 20: the cooldown is over',
    ])
  })
  it('is the end of the session where a hold began in its last minutes, and else the minutes that are missing', () => {
    const [close, nextOpen] = [390, 390 + 3 * 1_440 - 390]
    expect(run([[0, 18], ...minutes(close - 5, close, 21), ...minutes(nextOpen, nextOpen + 20, 21)]).moves).toEqual([
      'triggered: VIX at or above 20: 21 against the level of 20',
      'broken: the session ended',
      'fired: VIX at or above 20: 21 against the level of 20, held for 20 minutes',
    ])
    expect(run([[0, 18], ...minutes(1, 5, 21), [9, 21]]).moves.at(-1)).toBe(
      'broken: no minute was evaluated between Fri 20 Nov 2026, 09:35 ET and Fri 20 Nov 2026, 09:39 ET',
    )
    expect(run([[0, 18], ...minutes(close - 20, close - 15, 21), [nextOpen, 21]]).moves.at(-1)).toBe(
      'broken: no minute was evaluated between Fri 20 Nov 2026, 15:45 ET and Mon 23 Nov 2026, 09:30 ET',
    )
  })
  it('is a new observation on a daily series, with a digit more below ten', () => {
    const moves = run(
      [
        [0, 0.9],
        [1, 1.00449],
      ],
      RATIO,
      { level: 1, rearm: 0.97 },
    ).moves
    expect(moves).toEqual(['triggered: Ratio: 1.004 against the level of 1, on a new observation'])
  })
  it('states a share in percent', () => {
    const seen: Seen[] = [
      [0, 58],
      [1, 67.3469],
      [2, 54],
    ]
    expect(run(seen, BREADTH, { level: 60, rearm: 55 }).moves).toEqual([
      'triggered: Breadth: 67.35 % against the level of 60 %, on a new observation',
      'armed: Breadth: 54 %, back across 55 %, so the wire is armed again',
    ])
  })
})

describe('a wire that is not met', () => {
  const nothing = { met: false, episode: null, flipped: false, heldSince: null }
  it('has no episode and holds nothing, at first and after it came back', () => {
    expect(run([[0, 18]]).memory).toMatchObject(nothing)
    expect(
      run([
        [0, 18],
        [1, 21],
        [2, 18.5],
      ]).memory,
    ).toMatchObject(nothing)
  })
  it('is one below the line at which it is armed again, and between the lines it does not change', () => {
    expect(run([[0, 19.5]]).memory).toMatchObject(nothing)
    expect(
      run([
        [0, 18],
        [1, 20],
        [2, 19],
      ]).memory,
    ).toMatchObject({ met: true, heldSince: null })
    expect(
      run([
        [0, 18],
        [1, 20],
        [2, 18.99],
      ]).memory,
    ).toMatchObject(nothing)
  })
})
