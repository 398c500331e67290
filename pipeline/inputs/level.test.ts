import { expect, test } from 'vitest'
import { LEVELS } from '../../shared/domain/contract/signals.ts'
import { levelOf, signalLevel } from './level.ts'

const [BEST, GOOD, MIDDLE, POOR, WORST] = LEVELS.map(({ level }) => level)

test.each([
  [1, BEST],
  [0.8, BEST],
  [0.799, GOOD],
  [0.6, GOOD],
  [0.599, MIDDLE],
  [0.4, MIDDLE],
  [0.399, POOR],
  [0.2, POOR],
  [0.199, WORST],
  [0, WORST],
  [-0.1, WORST],
])('%s of the points is the level %s', (fraction, level) => {
  expect(levelOf(fraction)).toBe(level)
})

test('a level has its own colour and its label', () => {
  for (const { level, color } of LEVELS) expect(signalLevel(level, 'words')).toEqual({ level, color, label: 'words' })
})
