import { describe, expect, it } from 'vitest'
import { money, monthOf, nasdaqData } from './nasdaq-request.ts'
import { nasdaqSurprises } from './nasdaq-surprises.ts'

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const refused = (...codes: number[]) =>
  bytes({
    data: null,
    status: { rCode: 400, bCodeMessage: codes.map((code) => ({ code, errorMessage: 'Symbol not exists.' })) },
  })
const found = (data: unknown) => bytes({ data, status: { rCode: 200, bCodeMessage: null } })

describe('envelope', () => {
  it('is its data, and null for a symbol that the vendor does not know', () => {
    expect(nasdaqData(found({ a: 1 }), 'x')).toEqual({ a: 1 })
    expect(nasdaqData(found(null), 'x')).toBeNull()
    expect(nasdaqData(refused(1002, 1001), 'x')).toBeNull()
  })

  it('is refused with any other code, and without an envelope', () => {
    expect(() => nasdaqData(refused(1002), 'x')).toThrow('x: the vendor answered code 400')
    expect(() => nasdaqData(bytes({ data: {} }), 'x')).toThrow('x: not the envelope of the vendor')
  })
})

describe('money', () => {
  it.each([
    ['$1.20', 1.2],
    ['($0.11)', -0.11],
    ['-$0.11', -0.11],
    ['1,234', 1_234],
    ['.5', 0.5],
    [3, 3],
    [Number.NaN, null],
    ['N/A', null],
    ['', null],
    [null, null],
  ])('%j is %j', (value, amount) => expect(money(value)).toBe(amount))
})

describe('surprises', () => {
  const row = (dateReported: string) => ({
    fiscalQtrEnd: 'Jun 2025',
    dateReported,
    eps: 1.57,
    consensusForecast: '1.43',
    percentageSurprise: '9.79',
  })
  const daysOf = (...dates: string[]) =>
    nasdaqSurprises('AAPL')
      .parse(found({ earningsSurpriseTable: { rows: dates.map(row) } }), {} as never)
      .records?.map(({ day }) => day)

  it('are on the day that is written month first, and one without such a day is left out', () => {
    expect(daysOf('7/1/2025', '10/29/2025')).toEqual(['2025-07-01', '2025-10-29'])
    expect(daysOf('2025-10-29', '13/1/2025', '2/30/2025', '')).toEqual([])
  })
})

describe('month', () => {
  it('is read from every name, with a slash or a space', () => {
    const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    const numbers = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
    expect(names.map((name) => monthOf(`${name}/2026`))).toEqual(numbers.map((number) => `2026-${number}`))
    expect(monthOf(' Aug 2026 ')).toBe('2026-08')
    expect(['Aug', 'Aug-2026', 'aug/2026', 'Foo/2026', ''].map(monthOf)).toEqual([null, null, null, null, null])
  })
})
