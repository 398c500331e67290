import { describe, expect, test } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type Claim, LABELS, parseClaims } from './claim.ts'
import { gradeReport } from './grade-report.ts'
import { directionAfter, fellAfter, sizeAfter } from './outcomes.ts'
import { claimInstant, type PricePaths, parseBars } from './price-paths.ts'

const DAYS = sessionsBetween(tradingDay('2012-01-03'), tradingDay('2019-12-31'))

/** Eight years of closes with spells of calm and stress, so that falls come and go. */
function market(seed: number): PricePaths {
  const random = seeded(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  let [price, volatility, other] = [100, 0.008, 50]
  const lines = DAYS.flatMap((day) => {
    volatility = Math.max(0.004, Math.min(0.03, volatility * Math.exp(0.08 * normal())))
    price *= Math.exp(volatility * normal())
    other *= Math.exp(0.012 * normal())
    return [`${day},SPY,0,0,0,${price}`, `${day},XYZ,0,0,0,${other}`]
  })
  return parseBars(`date,symbol,open,high,low,close\n${lines.join('\n')}\n`, 'bars.csv')
}

const LAST = claimInstant('2019-12-31')
const report = (
  claims: readonly object[],
  paths: PricePaths,
  { twin, at = LAST }: { twin?: object[]; at?: Date } = {},
) => gradeReport({ claims: read(claims), twin: twin ? read(twin) : null }, paths, at)
const read = (claims: readonly object[]): Claim[] =>
  parseClaims(claims.map((claim, id) => JSON.stringify({ id: `c${id}`, ...claim })).join('\n'), 'claims.jsonl')

/** Every fifth session, after the first three hundred. */
const STARTS = DAYS.map((day, at) => ({ day, at })).filter(
  ({ at }) => at >= 300 && at % 5 === 0 && at < DAYS.length - 25,
)

const riskClaims = (rateOf: (at: number) => number) =>
  STARTS.map(({ day, at }) => ({ as_of: day, kind: 'risk_band', band: 'low', rate: rateOf(at) }))

describe('graders that can fail', () => {
  test.each([1, 2, 3])('an oracle is better in every kind, seed %i', (seed) => {
    const paths = market(seed)
    const spy = paths.closes('SPY')
    const claims = STARTS.flatMap(({ day, at }) => {
      const size = sizeAfter(spy, at)
      return [
        { as_of: day, kind: 'risk_band', band: 'high', rate: fellAfter(spy, at) ? 0.9 : 0.1 },
        { as_of: day, kind: 'magnitude', class: size, p_small: 0.1, p_normal: 0.1, p_big: 0.1, [`p_${size}`]: 0.8 },
        { as_of: day, kind: 'direction', horizon: '1d', label: directionAfter(spy, at, 1), confidence: 5 },
      ]
    })
    const { risk_band: risk, magnitude, direction } = report(claims, paths)
    expect([risk.verdict, magnitude.verdict, direction['1d'].verdict]).toEqual(['better', 'better', 'better'])
    expect(magnitude.rate).toBe(1)
  })

  test.each([1, 2, 3, 4, 5])(
    'random labels have negative skill, a hit rate at the base rate, and are never better, seed %i',
    (seed) => {
      const random = seeded(seed + 100)
      const claims = STARTS.map(({ day }) => ({
        as_of: day,
        kind: 'direction',
        horizon: '1d',
        label: LABELS[Math.floor(random() * 3)],
        confidence: 3,
      }))
      const found = report(claims, market(seed)).direction['1d'] as unknown as {
        verdict: string
        skill: number
        rate: number
        base_rate: number
        n: number
      }
      expect(found.skill).toBeLessThan(0)
      expect(found.verdict).not.toBe('better')
      expect(Math.abs(found.rate - found.base_rate)).toBeLessThan(2 * Math.sqrt(0.25 / found.n) + 0.02)
    },
  )

  test.each([1, 2, 3, 4, 5, 6])(
    'a forecaster of the base rate of five years earlier is never better, seed %i',
    (seed) => {
      const paths = market(seed)
      const falls = DAYS.map((_day, at) => fellAfter(paths.closes('SPY'), at))
      const old = (at: number) => {
        const known = falls.slice(0, Math.max(20, at - 5 * 252 - 20))
        return known.filter(Boolean).length / known.length
      }
      expect(report(riskClaims(old), paths).risk_band.verdict).not.toBe('better')
    },
  )

  test.each([1, 2, 3, 4, 5, 6])(
    'sizes that last have a base rate of five years earlier, which is never better, seed %i',
    (seed) => {
      const paths = market(seed)
      const sizes = DAYS.map((_day, at) => sizeAfter(paths.closes('SPY'), at))
      const claims = DAYS.flatMap((day, at) => {
        const known = sizes.slice(252, at - 5 * 252)
        if (known.length < 120 || at > DAYS.length - 2) return []
        const share = (size: string) => known.filter((each) => each === size).length / known.length
        return [
          {
            as_of: day,
            kind: 'magnitude',
            class: 'big',
            p_small: share('small'),
            p_normal: share('normal'),
            p_big: share('big'),
          },
        ]
      })
      expect(report(claims, paths).magnitude.verdict).not.toBe('better')
    },
  )

  test('of 60 random forecasters of falls none is better', () => {
    const paths = market(9)
    for (let seed = 0; seed < 60; seed++) {
      const random = seeded(seed)
      expect(
        report(
          riskClaims(() => random() * 0.6),
          paths,
        ).risk_band.verdict,
      ).not.toBe('better')
    }
  })
})

describe('what counts', () => {
  const paths = market(4)
  const idea = { kind: 'trade_idea', underlying: 'XYZ', profit_direction: 'up', horizon: 3 }

  test('a claim after a close starts at the next one: nothing that had already moved', () => {
    const before = { as_of: '2015-06-10T15:59:00-04:00', ...idea }
    const after = { as_of: '2015-06-10T16:00:01-04:00', ...idea }
    const next = { as_of: '2015-06-11', ...idea }
    const scores = [before, after, next].map((claim) => report([claim], paths).trade_idea.rate)
    const [xyz, spy] = [paths.closes('XYZ'), paths.closes('SPY')]
    const wins = (at: number) => Number(xyz[at + 3]! / xyz[at]! > spy[at + 3]! / spy[at]!)
    const at = DAYS.indexOf(tradingDay('2015-06-10'))
    expect(scores).toEqual([wins(at), wins(at + 1), wins(at + 1)])
  })

  test('nothing is graded before it matured, and nothing is dropped', () => {
    const claims = [
      { as_of: '2015-06-10', ...idea },
      { as_of: '2019-12-30', ...idea },
      { as_of: '2019-06-10', ...idea, underlying: 'NONE' },
      { as_of: '2012-02-01', kind: 'magnitude', class: 'big', p_small: 0, p_normal: 0, p_big: 1 },
    ]
    expect(report(claims, paths).trade_idea).toMatchObject({ n: 1, pending: 1, unresolved: 1 })
    expect(report(claims, paths).magnitude).toMatchObject({ n: 0, unresolved: 1, verdict: 'insufficient_data' })
    // Three sessions after the tenth are the fifteenth.
    expect(report(claims, paths, { at: claimInstant('2015-06-14') }).trade_idea).toMatchObject({ n: 0, pending: 3 })
    expect(report(claims, paths, { at: claimInstant('2015-06-15') }).trade_idea).toMatchObject({ n: 1, pending: 2 })
  })

  test('dates whose windows overlap count once, and claims of one date are one', () => {
    const days = DAYS.slice(400, 440)
    const claims = days.flatMap((day) => [1, 2].map(() => ({ as_of: day, kind: 'risk_band', band: 'low', rate: 0.2 })))
    expect(report(claims, paths).risk_band).toMatchObject({ n: 80, n_effective: 2, verdict: 'insufficient_data' })
  })

  test('an idea that moves exactly as SPY does is neither won nor lost', () => {
    const claim = { as_of: '2015-06-10', kind: 'trade_idea', underlying: 'spy', profit_direction: 'up', horizon: 3 }
    expect(report([claim], paths).trade_idea).toMatchObject({ n: 1, score: 0.5, skill: 0 })
  })

  test('an outcome after the last bar counts as missing once it should have matured', () => {
    const claims = [{ as_of: '2019-12-30', ...idea }]
    expect(report(claims, paths).trade_idea).toMatchObject({ pending: 1, unresolved: 0 })
    const lines = DAYS.map((day) => `${day},SPY,1,1,1,100\n${day},XYZ,1,1,1,100`).join('\n')
    const later = parseBars(`date,symbol,open,high,low,close\n${lines}\n`, 'bars.csv', tradingDay('2020-01-10'))
    expect(report(claims, later, { at: claimInstant('2020-01-10') }).trade_idea).toMatchObject({
      pending: 0,
      unresolved: 1,
    })
  })

  test('claims of several kinds share the id of their verdict; a second one of a kind is refused', () => {
    const of = (more: object) => JSON.stringify({ id: 'v1', as_of: '2015-06-10', ...more })
    const risk = of({ kind: 'risk_band', band: 'low', rate: 0.1 })
    const day = of({ kind: 'direction', horizon: '1d', label: 'up', confidence: 1 })
    const five = of({ kind: 'direction', horizon: '5d', label: 'up', confidence: 1 })
    expect(parseClaims(`\uFEFF${risk}\r\n${day}\r\n${five}\r\n`, 'c')).toHaveLength(3)
    expect(() => parseClaims(`${risk}\n{\n${risk}\n`, 'c')).toThrow(
      'c line 2: not a JSON object\nc line 3: its id stands twice for its kind',
    )
  })

  test('scores are plain sums, computed by hand', () => {
    const spy = paths.closes('SPY')
    const at = DAYS.indexOf(tradingDay('2016-03-10'))
    const size = sizeAfter(spy, at)!
    const claim = { as_of: '2016-03-10', kind: 'magnitude', class: 'small', p_small: 0.5, p_normal: 0.3, p_big: 0.2 }
    const byHand = { small: 0.25 + 0.04, normal: 0.25 + 0.04, big: 0.25 + 0.64 }[size]
    expect(report([claim], paths).magnitude.score).toBeCloseTo(byHand, 9)
    expect(
      report([{ as_of: '2016-03-10', kind: 'risk_band', band: 'low', rate: 0.3 }], paths).risk_band.score,
    ).toBeCloseTo(fellAfter(spy, at) ? 0.49 : 0.09, 9)
  })

  test('a lost day is a gap: a claim that needs it is unresolved', () => {
    const lost = DAYS.filter((day) => day !== '2016-03-14').map((day) => `${day},SPY,1,1,1,100`)
    const gap = parseBars(`date,symbol,open,high,low,close\n${lost.join('\n')}\n`, 'bars.csv')
    const claim = { kind: 'risk_band', band: 'low', rate: 0.1 }
    const found = report(
      [
        { as_of: '2016-03-01', ...claim },
        { as_of: '2015-03-02', ...claim },
      ],
      gap,
    ).risk_band
    expect(found).toMatchObject({ n: 1, unresolved: 1 })
  })

  test('a twin with the same claims is equal, and an oracle is better than its twin', () => {
    const spy = paths.closes('SPY')
    const claims = (rate: (came: boolean) => number) => riskClaims((at) => rate(fellAfter(spy, at)!))
    const [good, poor] = [claims((came) => (came ? 0.8 : 0.1)), claims(() => 0.3)]
    const { twin } = report(good, paths, { twin: poor })
    expect(twin!.risk_band).toMatchObject({ verdict: 'better', n: STARTS.length })
    expect(report(poor, paths, { twin: good }).twin!.risk_band.verdict).toBe('worse')
    expect(report(poor, paths, { twin: poor }).twin!.risk_band).toMatchObject({ verdict: 'equal', skill: 0 })
    expect(report(good, paths, { twin: poor.slice(0, 40) }).twin!.risk_band).toMatchObject({ n: 40 })
  })

  test('a twin counts the open claims of its own side, and pairs none of them', () => {
    const closing = riskClaims(() => 0.3)
    const soon = { as_of: '2019-12-20', kind: 'risk_band', band: 'low', rate: 0.3 }
    const early = { as_of: '2012-01-03', kind: 'risk_band', band: 'low', rate: 0.3 }
    const { twin, risk_band: own } = report([...closing, soon, early], paths, { twin: [...closing, soon, soon, early] })
    expect(own).toMatchObject({ pending: 1, unresolved: 1, n: STARTS.length })
    expect(twin!.risk_band).toMatchObject({ pending: 1, unresolved: 1, n: STARTS.length })
    // Means of the different claims of one date are compared and shown with ten digits.
    expect(twin!.risk_band).toMatchObject({ skill: 0, twin_score: own.score })
  })

  test.each([
    ['{', 'not a JSON object'],
    ['{"id":"a","as_of":"2016-01-04","kind":"risk_band","band":"low","rate":1.2}', 'rate: '],
    ['{"id":"a","as_of":"2016-01-04T10:00:00","kind":"risk_band","band":"low","rate":0.2}', 'as_of: '],
    [
      '{"id":"a","as_of":"2016-01-04","kind":"magnitude","class":"big","p_small":0.5,"p_normal":0.5,"p_big":0.5}',
      'p_small: must sum to 1',
    ],
    ['{"id":"a","as_of":"2016-01-04","kind":"weather"}', 'kind: '],
  ])('the line %s is named with what is wrong', (line, words) => {
    expect(() => parseClaims(`\n${line}\n`, 'claims.jsonl')).toThrow(`claims.jsonl line 2: ${words}`)
  })
})
