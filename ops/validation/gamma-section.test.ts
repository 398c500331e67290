import { expect, it } from 'vitest'
import { compareChain } from '../compare-chain.ts'
import { judgeChains } from './gamma-chains.ts'
import { gammaSection } from './gamma-section.ts'

const TEXT = `
Standard & Poors 500 Index,Last: 4000.00,Change: 0
"Date: June 10, 2022, 1:40 PM EDT",Bid: 3999,Ask: 4001
Expiration Date,Calls,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest,Strike,Puts,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest
Fri Jun 17 2022,SPXW220617C04100000,20,0,19,21,5,0.2,0.3,0.003,900,4100,SPXW220617P04100000,120,0,118,122,5,0.2,-0.7,0.003,10
Fri Jun 17 2022,SPXW220617C03900000,120,0,118,122,5,0.2,0.7,0.003,20,3900,SPXW220617P03900000,20,0,19,21,5,0.2,-0.3,0.003,900
`

it('the section has three tables with a column per chain', () => {
  const judged = { ...compareChain(TEXT, 0.01), name: 'SPX_2022-06-10', market: 'made up', zeroGammaWithoutRate: null }
  const section = gammaSection([judged, judged])
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.filter((row) => row.startsWith('|  | SPX 2022-06-10 | SPX 2022-06-10 |'))).toHaveLength(3)
  expect(rows.every((row) => row.split('|').length === 5)).toBe(true)
  expect(rows).toContain('| call wall, put wall | 4100, 3900 | 4100, 3900 |')
  expect(rows).toContain('| the same at a rate of zero | none | none |')
  expect(section).not.toMatch(/NaN|undefined|\[object/)
})

it('the section states that it was not judged when the chains are missing', () => {
  expect(judgeChains(import.meta.dirname)).toEqual([])
  expect(gammaSection([])).toContain('Not judged in this run')
})
