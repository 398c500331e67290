import { describe, expect, test } from 'vitest'
import { drawn } from '../../../harness/drawing.ts'
import { type ScoreDay, scoreChart, spellsOf } from './score-chart.ts'

const day = (trade_date: string, regime: string | null, score: number | null): ScoreDay => ({
  trade_date,
  regime,
  health_score: score,
  score_low: score,
  score_high: score,
})

test('a spell ends where the regime changes, and a session without one is a spell of its own', () => {
  const regimes = ['RISK-ON', 'RISK-ON', null, 'RISK-ON', 'CAUTIOUS'].map((regime) => ({ regime }))
  expect(spellsOf(regimes)).toEqual([
    { regime: 'RISK-ON', from: 0, to: 1 },
    { regime: 'UNKNOWN', from: 2, to: 2 },
    { regime: 'RISK-ON', from: 3, to: 3 },
    { regime: 'CAUTIOUS', from: 4, to: 4 },
  ])
})

test('a session without a score is a gap in the line', () => {
  const days = [day('2026-11-16', 'RISK-ON', 60), day('2026-11-17', 'RISK-ON', null), day('2026-11-18', 'RISK-ON', 62)]
  expect(scoreChart(days, 60).match(/<polyline/g)).toHaveLength(2 * 2)
})

test('one score draws no chart', () => expect(scoreChart([day('2026-11-16', 'RISK-ON', 60)], 60)).toBe(''))

test('the picture is described in words', () => {
  const markup = scoreChart([day('2026-11-16', 'RISK-ON', 60), day('2026-11-17', 'CAUTIOUS', 55)], 54)
  expect(markup).toContain(
    'Health score of 2 sessions from 16 Nov 2026 to 17 Nov 2026: between 55 and 60, last 55, now 54, in 2',
  )
})

describe.each(['wide', 'narrow'] as const)('what the %s drawing shows', (variant) => {
  const days = [
    { ...day('2026-11-16', 'RISK-ON', 25), score_low: 25, score_high: 50 },
    { ...day('2026-11-17', 'RISK-ON', 75), score_low: null, score_high: null },
    { ...day('2026-11-18', 'CAUTIOUS', 50), score_low: 25, score_high: 75 },
  ]
  const markup = scoreChart(days, 75)
  const all = (kind: string) => drawn(markup, variant, kind)
  const [low, middle, high] = all('line').map((line) => line.at('y1')) as [number, number, number]
  const [left, right] = [all('line')[0]!.at('x1'), all('line')[0]!.at('x2')]

  test('each score lies on the line of its number, and the higher one above', () => {
    expect(all('text').filter(({ text }) => ['25', '50', '75'].includes(text))).toHaveLength(4)
    expect(high).toBeLessThan(middle)
    expect(low - middle).toBeCloseTo(middle - high, 6)
    expect(all('polyline')[0]!.points.map(({ y }) => y)).toEqual([low, high, middle])
    expect(all('line').map((line) => line.at('y2'))).toEqual([low, middle, high])
  })

  test('sessions lie evenly between both ends of the axis', () => {
    const half = (left + right) / 2
    expect(all('polyline')[0]!.points.map(({ x }) => x)).toEqual([left, half, right])
  })

  test('the range goes along the upper bounds and back along the lower ones; without bounds it is the score', () => {
    expect(all('polygon')[0]!.points.map(({ y }) => y)).toEqual([middle, high, high, low, high, low])
    const there = all('polygon')[0]!.points.map(({ x }) => x)
    expect(there).toEqual(there.toReversed())
  })

  test('the score of now is a dot after the last session, with its number', () => {
    const [dot] = all('circle')
    expect(dot!.at('cy')).toBe(high)
    expect(dot!.at('cx')).toBeGreaterThan(right)
    expect(
      all('text')
        .filter(({ class: name }) => name === 'strong')
        .map(({ text }) => text),
    ).toEqual(['75'])
    expect(drawn(scoreChart(days, null), variant, 'circle')).toEqual([])
  })

  test('a spell is shaded from its first session to the next spell, the last one to the end of the axis', () => {
    const spells = all('rect').map((rect) => [rect.class, rect.at('x'), rect.at('width')])
    expect(spells).toEqual([
      ['spell RISK-ON', left, right - left],
      ['spell CAUTIOUS', right, 0],
    ])
    const longer = [...days, day('2026-11-19', 'CAUTIOUS', 50), day('2026-11-20', 'CAUTIOUS', 50)]
    const [first, second] = drawn(scoreChart(longer, null), variant, 'rect')
    expect(first!.at('x') + first!.at('width')).toBeCloseTo(second!.at('x'), 1)
    expect(second!.at('x') + second!.at('width')).toBeCloseTo(right, 1)
    expect([first!.at('y') < high, first!.at('y') + first!.at('height') > low]).toEqual([true, true])
  })
})

test('a spell has its name where there is room, a letter where there is little, and none in a narrow one', () => {
  const names = (sessions: number) => {
    const calm = Array.from({ length: 100 }, () => day('2026-11-16', 'RISK-ON', 60))
    const strained = Array.from({ length: sessions }, () => day('2026-11-17', 'CAUTIOUS', 40))
    const texts = drawn(scoreChart([...calm, ...strained, ...calm], 60), 'wide', 'text')
    return texts.filter((text) => text.at('y') === 11).map(({ text }) => text)
  }
  expect(names(1)).toEqual(['RISK-ON', 'RISK-ON'])
  expect(names(5)).toEqual(['RISK-ON', 'C', 'RISK-ON'])
  expect(names(50)).toEqual(['RISK-ON', 'CAUTIOUS', 'RISK-ON'])
})

test('the legend counts the sessions of each regime', () => {
  const regimes = ['RISK-ON', 'CAUTIOUS', 'RISK-ON', null]
  const markup = scoreChart(
    regimes.map((regime) => day('2026-11-16', regime, 60)),
    60,
  )
  expect(
    markup
      .slice(markup.indexOf('Sessions:'))
      .replaceAll(/<[^>]*>/g, '')
      .split(/\s+/),
  ).toEqual('Sessions: RISK-ON 2 C CAUTIOUS 1 ? UNKNOWN 1'.split(' '))
})
