import { expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { judgeBaseRates } from './base-rates.ts'
import { baseRatePictures } from './base-rates-pictures.ts'
import { baseRatesSection } from './base-rates-section.ts'

const judgement = judgeBaseRates(longHistory('2010-01-04', '2014-12-31', 3))

it('every judged session is in one row of each table', () => {
  const { n } = judgement.risk
  expect(n).toBeGreaterThan(400)
  for (const rows of [judgement.byBin, judgement.byBand, judgement.byYear, judgement.risk.table]) {
    expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(n)
  }
})

it('shuffled outcomes are judged by the same computation and are no better than chance', () => {
  expect(judgement.control.shuffles).toBeGreaterThanOrEqual(100)
  expect(judgement.control.meanSkill).toBeLessThan(0.02)
  expect(judgement.analogueControl.meanSkill).toBeLessThan(0.02)
})

it('the section and the pictures hold numbers', () => {
  const section = baseRatesSection(judgement)
  for (const heading of ['## Drawdown risk', '## Analogues', '## Shuffled outcomes']) expect(section).toContain(heading)
  for (const text of [section, ...baseRatePictures(judgement).values()]) expect(text).not.toMatch(/NaN|undefined|null/)
  for (const [name, picture] of baseRatePictures(judgement)) {
    expect(section).toContain(`(${name})`)
    expect(picture).toMatch(/^<svg [^>]+>\n[\s\S]+<\/svg>\n$/)
  }
})
