import { expect, test } from 'vitest'
import { scorecardDocument } from './scorecard-document.ts'
import type { ClosedLine } from './scorecard-view.ts'

const NOW = new Date('2026-11-20T15:30:00Z')

/** One closed trade: in stock, or of the two legs of a spread. */
function linesOf(entry: number, kind: 'stock' | 'spread'): ClosedLine[] {
  const line = {
    entry,
    openedAt: NOW,
    closedAt: NOW,
    heldBefore: 10,
    basisE4: 60_000_000,
    gainE4: 10_000,
    regime: null,
  }
  const names = kind === 'stock' ? ['SPY'] : ['SPY261120C00600000', 'SPY261120C00605000']
  return names.map((instrument) => ({ ...line, instrument }))
}

const wordsOf = (stocks: number, spreads: number) =>
  scorecardDocument({
    now: NOW,
    epoch: 1,
    equityE4: 1_000_000_000,
    lines: Array.from({ length: stocks + spreads }, (_, at) => linesOf(at, at < stocks ? 'stock' : 'spread')).flat(),
    costs: { fills: 60, beyondTouchE4: 0, beyondMidE4: 0, feesE4: 0 },
    closes: new Map([['SPY', Array.from({ length: 80 }, (_, at) => 600 + at)]]),
    curve: { epoch: 1, opening: { at: NOW, equityE4: 1_000_000_000, spyE4: null }, points: [] },
    seed: 1,
  }).words

test('luck is told by thirty trades in one stock each, however many trades of other kinds were closed', () => {
  expect(wordsOf(29, 30)[0]).toBe(
    'Only 29 of the 59 closed trades are in one stock each, and 30 are needed to compare them with luck.',
  )
  expect(wordsOf(30, 8)[0]).toMatch(/^The 30 closed trades in one stock each gained more than \d+\.\d % of random/)
  expect(wordsOf(0, 29)).toEqual([])
})
