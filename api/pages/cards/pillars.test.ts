import { expect, test } from 'vitest'
import { pillarRows } from './pillars.ts'

const rows = (level: string | null): string => {
  const read = level === null ? null : { level, color: 'red', label: 'Wide spreads' }
  const component = { key: 'hy_oas', pillar: 'credit', name: 'HY OAS', display: '4.80 %', level: read, percentile: 80 }
  return pillarRows({ components: [{ ...component, reason: 'no value is known' }] } as never)
}

test.each([
  ['favorable', 'good', '▲'],
  ['leaning', 'lean', '▲'],
  ['neutral', 'flat', '■'],
  ['caution', 'warn', '▼'],
  ['adverse', 'bad', '▼'],
])('the level %s has the tone %s and the sign %s', (level, tone, sign) => {
  expect(rows(level)).toContain(`<td class="${tone}"><span role="img" aria-label="${level}">${sign}</span></td>`)
  expect(rows(level)).toContain(`<b class="${tone}">Wide spreads</b>`)
})

test('a pillar that has no reading shows why, and the sign of no data', () => {
  expect(rows(null)).toContain('<td class="warn"><span role="img" aria-label="no data">○</span></td>')
  expect(rows(null)).toContain('no value is known')
})
