import { expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { judgeBaseRates } from './base-rates.ts'
import { baseRatesSection } from './base-rates-section.ts'
import { fallsPicture } from './falls-picture.ts'

const judgement = judgeBaseRates(longHistory('2010-01-04', '2014-12-31', 3))

it('every judged session is in one row of each table', () => {
  const { reliability, statements } = judgement.falls.walk
  expect(statements.length).toBeGreaterThan(900)
  for (const rows of [judgement.byBand, judgement.byYear, reliability.table]) {
    expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(statements.length)
  }
  expect(reliability.table.reduce((sum, row) => sum + row.effectiveN, 0)).toBeCloseTo(reliability.effectiveN, 6)
})

it('shuffled outcomes are judged by the same computation and are no better than chance', () => {
  expect(judgement.control.shuffles).toBeGreaterThanOrEqual(100)
  expect(judgement.control.meanSkill).toBeLessThan(0.05)
  expect(judgement.control.better).toBeLessThanOrEqual(5)
  expect(judgement.analogueControl.meanSkill).toBeLessThan(0.02)
})

it('the section and the picture hold numbers', () => {
  const section = baseRatesSection(judgement)
  for (const heading of ['## Expected size of falls', '## Analogues', '## Shuffled outcomes']) {
    expect(section).toContain(heading)
  }
  const picture = fallsPicture(judgement.falls)
  for (const text of [section, picture]) expect(text).not.toMatch(/NaN|undefined|null/)
  expect(section).toContain('(validation-falls.svg)')
  expect(picture).toMatch(/^<svg [^>]+>\n[\s\S]+<\/svg>\n$/)
})
