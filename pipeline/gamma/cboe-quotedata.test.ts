import { describe, expect, it } from 'vitest'
import { easternIso } from '../../shared/time/eastern.ts'
import { parseQuoteData } from './cboe-quotedata.ts'
import { grossWalls, maxPainByTrial, perfiliev, squeezeMetrics } from './published-methods.ts'
import { compareVolatilities } from './vendor-comparison.ts'

const HEADER =
  'Expiration Date,Calls,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest,Strike,Puts,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest'
const line = (date: string, root: string, strike: string, figures: string) =>
  `${date},${root}C${strike},1,0,${figures},${Number(strike) / 1000},${root}P${strike},1,0,${figures}`
const file = (when: string, lines: string[]) =>
  `\nStandard & Poors 500 Index,Last: 4000.00,Change:  -1.5\n${when},Bid: 3999,Ask: 4001,Size: 1*1,Volume: 0\n${HEADER}\n${lines.join('\n')}\n`

const AM = line('Fri Jun 17 2022', 'SPX220617', '04000000', '50,51,10,0.2,0.5,0.004,100')
const PM = line('Fri Jun 17 2022', 'SPXW220617', '04000000', '52,53,10,0.2,0.5,0.004,50')
const FAR = line('Fri Jun 17 2022', 'SPXW220617', '04200000', '0,0.1,0,0,0,0.001,30')

describe('a quotedata file', () => {
  it('a line gives both sides, am for SPX and pm for SPXW, and no volatility for zero', () => {
    const { underlying, spot, contracts } = parseQuoteData(file('Date: June 10 2022, 1:40 PM EDT', [AM, PM, FAR]))
    expect([underlying, spot, contracts.length]).toEqual(['SPX', 4000, 6])
    expect(contracts[0]).toMatchObject({
      right: 'call',
      settlement: 'am',
      strike: 4000,
      bid: 50,
      iv: 0.2,
      openInterest: 100,
    })
    expect(contracts[3]).toMatchObject({ right: 'put', settlement: 'pm', vendorGamma: 0.004 })
    expect(contracts[5]).toMatchObject({ iv: null, strike: 4200 })
  })

  it.each([
    ['"Date: June 11, 2022, 8:47 PM EDT"', '2022-06-10T16:00:00-04:00'],
    ['"Date: September 14, 2023 at 4:31 PM EDT"', '2023-09-14T16:00:00-04:00'],
    ['Date: 9 June 2023, 1:40 PM EDT', '2023-06-09T13:40:00-04:00'],
    ['"Date: June 13, 2022, 8:00 AM EDT"', '2022-06-10T16:00:00-04:00'],
  ])('%s: a file has quotes of %s', (when, expected) => {
    expect(easternIso(parseQuoteData(file(when, [AM])).quotedAt)).toBe(expected)
  })

  it.each([
    ['NDX', 'NDXP', 'NDX'],
    ['RUT', 'RUTW', 'RUT'],
    ['SPXW', 'SPX', 'SPX'],
  ])('%s and %s are the contracts of %s, and the monthly ones settle at the open', (first, second, root) => {
    const lines = [first, second].map((each) =>
      line('Fri Jun 17 2022', `${each}220617`, '04000000', '50,51,10,0.2,0.5,0.004,100'),
    )
    const { underlying, contracts } = parseQuoteData(file('Date: June 10 2022, 1:40 PM EDT', lines))
    expect([underlying, contracts.length]).toEqual([root, 4])
    expect(contracts.filter(({ settlement }) => settlement === 'am')).toHaveLength(2)
  })

  it('contracts of another root are left out and named, and a thousands separator does not end the price', () => {
    const adjusted = line('Fri Jun 17 2022', 'SPX1220617', '04000000', '50,51,10,0.2,0.5,0.004,100')
    const text = file('Date: June 10 2022, 1:40 PM EDT', [AM, adjusted]).replace('Last: 4000.00', 'Last: 4,000.00')
    expect(parseQuoteData(text)).toMatchObject({ spot: 4000, contracts: { length: 2 }, otherRoots: ['SPX1'] })
  })

  it('a file without price, table or date is refused', () => {
    for (const text of ['', 'Last: 5', file('no date', [AM]), file('Date: June 11, 2022, 8:47 PM EDT', [])]) {
      expect(() => parseQuoteData(text)).toThrow()
    }
  })
})

describe('published methods on a chain worked by hand', () => {
  const chain = parseQuoteData(file('"Date: June 10, 2022, 1:40 PM EDT"', [AM, PM, FAR]))
  const calls = { ...chain, contracts: chain.contracts.filter(({ right }) => right === 'call') }

  it('the published totals sum gamma times open interest, calls less puts', () => {
    expect(squeezeMetrics(chain)).toBe(0)
    expect(squeezeMetrics(calls)).toBeCloseTo(100 * (0.004 * 150 + 0.001 * 30), 9)
    expect(perfiliev(calls).netGamma).toBeCloseTo(100 * (0.004 * 150 + 0.001 * 30) * 4000 * 4000 * 0.01, 3)
    expect(perfiliev(calls).flip).toBeNull()
  })

  it('the flip lies between a put wall below and a call wall above', () => {
    const put = chain.contracts.find(({ right, strike }) => right === 'put' && strike === 4000)!
    const contracts = [
      { ...put, strike: 3900 },
      { ...put, right: 'call' as const, strike: 4100 },
    ]
    const { flip } = perfiliev({ ...chain, contracts })
    expect(flip).toBeGreaterThan(3900)
    expect(flip).toBeLessThan(4100)
  })

  it('max pain and gross walls follow from open interest', () => {
    expect(maxPainByTrial(chain.contracts)).toBe(4000)
    expect(maxPainByTrial([])).toBeNull()
    expect(grossWalls(chain.contracts, 'gamma')).toEqual({ call: 4000, put: 4000 })
    expect(grossWalls(chain.contracts, 'open_interest')).toEqual({ call: 4000, put: 4000 })
  })

  it('each quoted contract is solved and compared with the vendor', () => {
    const { quoted, solved, compared, medianDifference } = compareVolatilities(chain, 0)
    expect([quoted, solved, compared]).toEqual([4, 4, 4])
    expect(medianDifference).toBeLessThan(10)
  })
})
