import { expect, test } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { areasSection } from './areas-section.ts'
import { judgeComponents } from './component-areas.ts'

test('components are judged in every span that the history reaches, the years after 2019 included', () => {
  const found = judgeComponents(longHistory('2019-01-02', '2020-12-31', 1))
  const names = ['2012 to 2019', '2020 and later']
  expect(found.spans.map(({ name }) => name)).toEqual(names)
  // The outcome of the last twenty sessions is not known.
  expect(found.spans.map(({ sessions }) => sessions)).toEqual([252, 253 - 20])
  for (const { spans } of found.components) expect(spans).toHaveLength(2)
  const text = areasSection(found)
  for (const name of names) expect(text).toContain(`${name}: alone`)
  expect(text).not.toContain('2003 to 2011')
})
