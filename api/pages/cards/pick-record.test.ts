import { expect, test } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { exitsCard, recordCard } from './pick-record.ts'

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const cellsOf = (card: string) => [...card.matchAll(/<td class="r">(.*?)<\/td>/g)].map(([, cell]) => cell)

test('an ended short is shown with the move of SPY, and its excess adds up with it', () => {
  const exit = { ticker: 'EIX', side: 'short', exit_reason: 'horizon', exit_date: '2026-11-23' }
  const short = { ...exit, return: 0.069448268, spy_return: -0.019259282, excess: 0.087707549 }
  const long = { ...exit, side: 'long', return: 0.0502, spy_return: -0.0038, excess: 0.053 }
  const card = exitsCard(
    known({ total: 2, exits: [short, long], reason: null }) as unknown as Parameters<typeof exitsCard>[0],
  )
  expect(cellsOf(card)).toEqual(['+6.9 %', '+1.9 %', '+8.8 %', '+5.0 %', '−0.4 %', '+5.3 %'])
})

test('a rate of locked picks is shown with its interval and the rate of chance', () => {
  const figures = { n: 10, n_effective: 5, hit_rate: 0.4, interval: { low: 0.118, high: 0.769 }, mean_excess: 0.0019 }
  const locked = { ...figures, base_rate: 0.4 }
  const unjudged = { ...figures, base_rate: null }
  const record = { locked, horizon: unjudged, passed_over: unjudged, note: 'how to read it' }
  const cells = cellsOf(recordCard(known(record) as unknown as Parameters<typeof recordCard>[0]))
  expect(cells.slice(0, 6)).toEqual([
    '10',
    '5',
    expect.stringMatching(/^40 %<br>.*12 % to 77 %/),
    '40 %',
    '+0.19 %',
    '10',
  ])
  expect(cells[8]).toBe('unknown')
})

test('a record is shown in its three parts, with its note below', () => {
  const figures = { n: 12, n_effective: 8, hit_rate: 0.58, interval: null, base_rate: 0.41, mean_excess: -0.0022 }
  const record = {
    locked: figures,
    horizon: { ...figures, n: 13 },
    passed_over: { ...figures, n: 47 },
    note: 'Read it so.',
  }
  const text = textOf(recordCard(known(record) as unknown as Parameters<typeof recordCard>[0]))
  expect(text).toContain(
    'Locked, to the exit 12 8 58 % 41 % −0.22 % Locked, whole horizon 13 8 58 % 41 % −0.22 % Passed over, whole horizon 47 ' +
      '8 58 % 41 % −0.22 % Read it so.',
  )
})

test('exits tell why they ended, or why there is none', () => {
  const open = {
    ticker: 'EIX',
    side: 'long',
    exit_reason: null,
    exit_date: null,
    return: 0.01,
    spy_return: null,
    excess: null,
  }
  const shown = (exits: object[], reason: string | null = null) =>
    textOf(exitsCard(known({ total: 15, exits, reason }) as unknown as Parameters<typeof exitsCard>[0]))
  expect(shown([open])).toContain(
    'Exits 15 in all figures exits Pick Why Return SPY Excess EIX long +1.0 % unknown unknown A short',
  )
  expect(shown([{ ...open, side: 'short', exit_reason: 'price', exit_date: '2026-11-23' }])).toContain(
    'EIX short price 23 Nov 2026 +1.0 % unknown unknown',
  )
  expect(shown([])).toContain('No pick has ended yet.')
  expect(shown([], 'no run has been made')).toContain('No run has been made.')
})
