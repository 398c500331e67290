import { expect, test } from 'vitest'
import { HTTP_ERRORS } from '../../http/error-catalogue.ts'
import { TRADE_REFUSALS } from '../../trading/trade-refusals.ts'
import { inToolWords } from './tool-fixes.ts'
import { TOOLS } from './tools.ts'

const ALL = Object.entries({ ...HTTP_ERRORS, ...TRADE_REFUSALS })
const NAMES = TOOLS.map(({ name }) => name)

test.each(ALL)('the fix of %s names no route, and only tools that exist', (code, { fix }) => {
  const said = String(inToolWords({ code, fix }).fix)
  expect(said).not.toMatch(/\/api\/|openapi|Initiate/)
  for (const [tool] of said.matchAll(/\b(?:find|get|list|quote|confirm|cancel|read)_\w+/g))
    expect(NAMES).toContain(tool)
})

test('everything else of a refusal stays', () => {
  const refusal = { code: 'unknown_symbol', message: 'No.', fix: 'Choose.', details: { symbol: 'X' } }
  expect(inToolWords(refusal)).toEqual({ ...refusal, fix: 'Choose a symbol of find_symbols.' })
  const closed = { code: 'market_closed', fix: '', details: { next_open: '2026-11-24T09:30:00-05:00' } }
  expect(inToolWords(closed).fix).toContain('again at details.next_open (2026-11-24T09:30:00-05:00)')
  expect(inToolWords({ message: 'not ours' })).toEqual({ message: 'not ours' })
})
