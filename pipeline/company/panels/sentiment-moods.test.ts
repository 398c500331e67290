import { describe, expect, test } from 'vitest'
import { option } from '../../../harness/fixtures/option-row.ts'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { SentimentPanel } from '../../../shared/domain/contract/company/sentiment.ts'
import { DAY_MS } from '../../../shared/time/trading-day.ts'
import type { CompanyInputs } from '../inputs.ts'
import { sentimentPanel } from './sentiment.ts'

const { cutoff: CUTOFF } = UNKNOWN
type Key = SentimentPanel['components'][number]['key']
const componentOf = (inputs: Partial<CompanyInputs>, wanted: Key) =>
  sentimentPanel({ ...UNKNOWN, ...inputs }).components.find(({ key }) => key === wanted)!

/** Sessions of options, newest first, with these skews and these puts to ten calls. */
const optionsOf = (values: readonly number[], key: 'skew' | 'put_call') =>
  values.map((value, back) => {
    const stored = option(back, 0.3)
    const changes = key === 'skew' ? { skew_25_delta: { value, how: null, reason: null } } : { put_volume: 10 * value }
    return { ...stored, row: { ...stored.row, ...changes } }
  })
/** Snapshots of estimates, newest first, of which so many of ten were raised. */
const estimatesOf = (raised: readonly number[]): CompanyInputs['estimates'] =>
  raised.map((up, back) => {
    const { key, day, knownAt } = option(back, 0.3)
    const quarter = { fiscal_end: '2026-12', eps: 1, high: 1, low: 1, analysts: 10, up, down: 0 }
    return { key, day, knownAt, row: { quarters: [quarter], years: [], target: null } }
  })
/** A newest value and 40 before it, so many of which are lower than it. */
const amid = (lower: number) => [5, ...Array<number>(lower).fill(1), ...Array<number>(40 - lower).fill(9)]

describe('a reading leans where it stands in an outer fifth of its own history', () => {
  test.each<[Key, (values: readonly number[]) => Partial<CompanyInputs>, 'hopeful' | 'fearful', 'hopeful' | 'fearful']>(
    [
      ['revisions', (values) => ({ estimates: estimatesOf(values) }), 'hopeful', 'fearful'],
      ['skew', (values) => ({ options: optionsOf(values, 'skew') }), 'fearful', 'hopeful'],
      ['put_call', (values) => ({ options: optionsOf(values, 'put_call') }), 'fearful', 'hopeful'],
    ],
  )('a high value of %s', (key, inputsOf, high, low) => {
    const at = (lower: number) => {
      const { percentile, leans } = componentOf(inputsOf(amid(lower)), key)
      return [percentile, leans]
    }
    expect(at(40)).toEqual([1, high])
    expect(at(32)).toEqual([0.8, high])
    expect(at(31)).toEqual([0.775, 'neither'])
    expect(at(9)).toEqual([0.225, 'neither'])
    expect(at(8)).toEqual([0.2, low])
    expect(at(0)).toEqual([0, low])
  })
})

test('a rank needs twenty values before the newest, and uses a year of them', () => {
  const skewOf = (values: readonly number[]) => componentOf({ options: optionsOf(values, 'skew') }, 'skew')
  const before = (count: number) => [5, ...Array<number>(count).fill(1)]
  expect(skewOf(before(19))).toMatchObject({ value: 5, percentile: null, n: 20, leans: null })
  expect(skewOf(before(19)).reason).toBe('needs 21 values of its own and has 20')
  expect(skewOf(before(20))).toMatchObject({ percentile: 1, n: 21, leans: 'fearful', reason: null })
  expect(skewOf([...before(251), 9])).toMatchObject({ percentile: 1, n: 252 })
  expect(skewOf([...before(250), 9])).toMatchObject({ percentile: 0.996016, n: 252 })
})

test('puts over calls leave out a session without calls', () => {
  const [first, second] = optionsOf([3, 2], 'put_call') as [
    CompanyInputs['options'][number],
    CompanyInputs['options'][number],
  ]
  const none = { ...first, row: { ...first.row, call_volume: 0 } }
  expect(componentOf({ options: [first, second] }, 'put_call')).toMatchObject({ value: 3, n: 2 })
  expect(componentOf({ options: [none, second] }, 'put_call')).toMatchObject({ value: 2, n: 1 })
})

test('revisions are raised less lowered over all estimates, where they are counted', () => {
  const of = (changes: object) => {
    const [stored] = estimatesOf([4])
    const quarter = { ...stored!.row.quarters[0]!, ...changes }
    return componentOf({ estimates: [{ ...stored!, row: { ...stored!.row, quarters: [quarter] } }] }, 'revisions').value
  }
  expect([of({ down: 1 }), of({ down: 7 }), of({ up: null }), of({ down: null }), of({ analysts: 0 })]).toEqual([
    0.3,
    -0.3,
    null,
    null,
    null,
  ])
})

describe('headlines', () => {
  const headline = (msAgo: number, at: number): CompanyInputs['headlines'][number] => ({
    key: `${at}`,
    day: UNKNOWN.day,
    knownAt: new Date(CUTOFF.getTime() - msAgo),
    row: { headline: `Headline ${at}`, link: 'https://example.com', publisher: null, published_at: null } as never,
  })
  const panel = (ages: readonly number[], isPinned = true) =>
    sentimentPanel({ ...UNKNOWN, company: { ...UNKNOWN.company, isPinned }, headlines: ages.map(headline) })

  test('are counted over exactly a day and a week, and twenty are listed', () => {
    const { headlines } = panel([0, DAY_MS, DAY_MS + 1, 7 * DAY_MS, 7 * DAY_MS + 1])
    expect(headlines).toMatchObject({ last_day: 2, last_week: 4 })
    expect(headlines.items).toHaveLength(5)
    expect(panel(Array<number>(21).fill(0)).headlines.items).toHaveLength(20)
  })

  test('are zero for a pinned company and unknown for any other', () => {
    expect(panel([]).headlines).toEqual({ last_day: 0, last_week: 0, items: [] })
    expect(panel([], false).headlines).toEqual({ last_day: null, last_week: null, items: [] })
    expect(panel([], false).reasons['headlines.items']).toContain('was not pinned')
    expect(panel([]).reasons['headlines.items']).toBe('no article is known yet')
    expect(panel([0], false).headlines.last_day).toBe(1)
    expect(panel([0]).reasons['headlines.items']).toBeUndefined()
  })
})
