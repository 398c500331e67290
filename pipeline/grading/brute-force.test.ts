import { expect, test } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { LABELS, parseClaims } from './claim.ts'
import { gradeReport } from './grade-report.ts'
import { claimInstant, parseBars } from './price-paths.ts'

// The figures are computed a second time here, from the words of the rules and without a line of the graders' code.

const DAYS = sessionsBetween(tradingDay('2013-01-02'), tradingDay('2016-12-30'))
const random = seeded(77)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function walk(deviation: () => number): number[] {
  let price = 100
  return DAYS.map(() => {
    price *= Math.exp(deviation() * normal())
    return price
  })
}

let volatility = 0.01
const SPY = walk(() => {
  volatility = Math.max(0.004, Math.min(0.03, volatility * Math.exp(0.1 * normal())))
  return volatility
})
const XYZ = walk(() => 0.015)
const BARS = `date,symbol,open,high,low,close\n${DAYS.map((day, at) => `${day},SPY,1,1,1,${SPY[at]}\n${day},XYZ,1,1,1,${XYZ[at]}`).join('\n')}\n`

const fell = (at: number): boolean => {
  for (let from = at; from <= at + 20; from++) {
    for (let to = from; to <= at + 20; to++) if (1 - SPY[to]! / SPY[from]! >= 0.04) return true
  }
  return false
}

function label(at: number, sessions: number): string {
  let [sum, squares] = [0, 0]
  for (let back = 0; back < 60; back++) {
    const simple = SPY[at - back]! / SPY[at - back - 1]! - 1
    sum += simple
    squares += simple * simple
  }
  const deviation = Math.sqrt((squares - sum ** 2 / 60) / 59)
  const move = SPY[at + sessions]! / SPY[at]! - 1
  if (Math.abs(move) < 0.25 * deviation * Math.sqrt(sessions)) return 'sideways'
  return move > 0 ? 'up' : 'down'
}

function size(at: number): number {
  const moves: number[] = []
  for (let back = 0; back < 252; back++) moves.push(Math.abs(SPY[at - back]! / SPY[at - back - 1]! - 1))
  moves.sort((a, b) => a - b)
  const share = (part: number) => {
    const position = part * 251
    const below = Math.floor(position)
    return moves[below]! + (position - below) * (moves[below + 1]! - moves[below]!)
  }
  const move = Math.abs(SPY[at + 1]! / SPY[at]! - 1)
  return move <= share(1 / 3) ? 0 : move <= share(2 / 3) ? 1 : 2
}

const SIZES = ['small', 'normal', 'big'] as const
const STARTS = DAYS.map((_day, at) => at).filter((at) => at >= 300 && at < DAYS.length - 21 && at % 3 === 0)
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const claims = STARTS.flatMap((at) => {
  const [a, b] = [random() / 2, random() / 2]
  const as_of = DAYS[at]!
  return [
    { as_of, kind: 'risk_band', band: 'low', rate: random(), at },
    { as_of, kind: 'magnitude', class: SIZES[at % 3], p_small: a, p_normal: b, p_big: 1 - a - b, at },
    { as_of, kind: 'direction', horizon: '3d', label: LABELS[at % 3]!, confidence: 1 + (at % 5), at },
    { as_of, kind: 'trade_idea', underlying: 'XYZ', profit_direction: at % 2 ? 'up' : 'down', horizon: 4, at },
  ]
})

const found = () =>
  gradeReport(
    {
      claims: parseClaims(claims.map((claim, id) => JSON.stringify({ id, ...claim })).join('\r\n'), 'claims'),
      twin: null,
    },
    parseBars(BARS.replaceAll('\n', '\r\n'), 'bars'),
    claimInstant('2016-12-30'),
  )

interface Own {
  ours: number
  rival: number
  hit: number
  base: number
}

const OWN: Record<string, (claim: (typeof claims)[number] & Record<string, unknown>) => Own> = {
  risk_band({ at, rate }) {
    let [falls, known] = [0, 0]
    for (let past = 0; past + 20 <= at; past++) {
      known++
      if (fell(past)) falls++
    }
    const came = fell(at) ? 1 : 0
    const base = falls / known
    return { ours: ((rate as number) - came) ** 2, rival: (base - came) ** 2, hit: came, base }
  },
  magnitude({ at, p_small, p_normal, class: named }) {
    const came = size(at)
    const steps = (first: number, second: number) =>
      (first - (came <= 0 ? 1 : 0)) ** 2 + (second - (came <= 1 ? 1 : 0)) ** 2
    return {
      ours: steps(p_small as number, (p_small as number) + (p_normal as number)),
      rival: steps(1 / 3, 2 / 3),
      hit: SIZES[came] === named ? 1 : 0,
      base: 1 / 3,
    }
  },
  direction({ at, label: named, confidence }) {
    const counts: Record<string, number> = { up: 0, down: 0, sideways: 0 }
    let known = 0
    for (let past = 60; past + 3 <= at; past++) {
      counts[label(past, 3)]!++
      known++
    }
    const came = label(at, 3)
    const stated = 0.3 + 0.1 * (confidence as number)
    const others = known - counts[named as string]!
    const ours = LABELS.map((each) => (each === named ? stated : ((1 - stated) * counts[each]!) / others))
    const loss = (chances: number[]) =>
      chances.reduce((sum, chance, at) => sum + (chance - (LABELS[at] === came ? 1 : 0)) ** 2, 0)
    const base = LABELS.map((each) => counts[each]! / known)
    return { ours: loss(ours), rival: loss(base), hit: came === named ? 1 : 0, base: counts[named as string]! / known }
  },
  trade_idea({ at, profit_direction }) {
    const gain = XYZ[at + 4]! / XYZ[at]! - SPY[at + 4]! / SPY[at]!
    const won = profit_direction === 'up' ? gain > 0 : gain < 0
    return { ours: won ? 0 : 1, rival: 0.5, hit: won ? 1 : 0, base: 0.5 }
  },
}

test('every figure agrees with a second computation from the words of the rules', () => {
  const report = found()
  for (const [kind, grading, sessions] of [
    ['risk_band', report.risk_band, 20],
    ['magnitude', report.magnitude, 1],
    ['direction', report.direction['3d'], 3],
    ['trade_idea', report.trade_idea, 4],
  ] as const) {
    const own = claims.filter((claim) => claim.kind === kind).map((claim) => OWN[kind]!(claim))
    const score = average(own.map(({ ours }) => ours))
    const skill = 1 - score / average(own.map(({ rival }) => rival))
    expect(grading.n, kind).toBe(own.length)
    expect(grading.score, kind).toBeCloseTo(score, 8)
    expect(grading.skill, kind).toBeCloseTo(skill, 8)
    expect(grading.rate, kind).toBeCloseTo(average(own.map(({ hit }) => hit)), 8)
    expect(grading.base_rate, kind).toBeCloseTo(average(own.map(({ base }) => base)), 8)
    // Starts are three sessions apart.
    expect(grading.n_effective, kind).toBe(Math.ceil(own.length / Math.ceil(sessions / 3)))
  }
  expect([report.direction['1d'].n, report.direction['5d'].n]).toEqual([0, 0])
})
