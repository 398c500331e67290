import { expect, test } from 'vitest'
import { HTTP_ERRORS } from '../../http/error-catalogue.ts'
import { TRADE_REFUSALS } from '../../trading/trade-refusals.ts'
import { inToolWords, reasonsInToolWords } from './tool-fixes.ts'
import { TOOLS } from './tools.ts'

const ALL = Object.entries({ ...HTTP_ERRORS, ...TRADE_REFUSALS })
const NAMES = TOOLS.map(({ name }) => name)

test.each(ALL)('the fix of %s names no route, and only tools that exist', (code, { fix }) => {
  const said = String(inToolWords({ code, fix }).fix)
  expect(said).not.toMatch(/\/api\/|openapi|Initiate/)
  for (const [tool] of said.matchAll(/\b(?:find|get|list|quote|confirm|cancel|read)_\w+/g))
    expect(NAMES).toContain(tool)
})

test('the rest of a refusal is left unchanged', () => {
  const refusal = { code: 'unknown_symbol', message: 'No.', fix: 'Choose.', details: { symbol: 'X' } }
  expect(inToolWords(refusal)).toEqual({ ...refusal, fix: 'Choose a symbol from find_symbols.' })
  const closed = { code: 'market_closed', fix: '', details: { next_open: '2026-11-24T09:30:00-05:00' } }
  expect(inToolWords(closed).fix).toContain('again at details.next_open (2026-11-24T09:30:00-05:00)')
  expect(inToolWords({ message: 'not ours' })).toEqual({ message: 'not ours' })
})

test('a code that is no text, or the name of a built-in member, has the fix that it came with', () => {
  for (const code of ['toString', 7, null]) expect(inToolWords({ code, fix: 'Own.' }).fix).toBe('Own.')
})

test('a fix that names details is left unchanged where there are none', () => {
  expect(inToolWords({ code: 'market_closed', details: null }).fix).toContain('again at details.next_open, which')
})

test('a reason that names a route names a tool instead, at any depth, and other texts stay', () => {
  const route = 'unknown symbol: see /api/v1/trading/tickers'
  const tool = 'unknown symbol: find_symbols finds those that can be traded'
  expect(
    reasonsInToolWords({
      reason: route,
      note: route,
      list: [route, { reason: route, value: 1 }],
      inner: { reason: route },
    }),
  ).toEqual({ reason: tool, note: route, list: [route, { reason: tool, value: 1 }], inner: { reason: tool } })
  expect(reasonsInToolWords({ reason: 'calm', other: null })).toEqual({ reason: 'calm', other: null })
  expect(reasonsInToolWords({ reason: 'toString' })).toEqual({ reason: 'toString' })
})

test('the fix of a refusal that lists the known values is left unchanged', () => {
  const refusal = { code: 'not_found', fix: 'Choose one of details.known.', details: { known: ['AAPL'] } }
  expect(inToolWords(refusal)).toEqual(refusal)
})
