import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CATALOGUE } from './error-catalogue.ts'
import { refusalDocument } from './refusal-document.ts'
import { ROUTES } from './routes.ts'
import { TRADE_REFUSALS } from './trading/trade-refusals.ts'

const WRITTEN = `${import.meta.dirname}/../docs/refusals.md`

test('docs/refusals.md equals the generated document', () => {
  expect(readFileSync(WRITTEN, 'utf8')).toBe(refusalDocument(ROUTES))
})

test('every code has a line, and every refusal of trades names a trading route', () => {
  const lines = refusalDocument(ROUTES).split('\n')
  const lineOf = (code: string) => lines.find((line) => line.startsWith(`| \`${code}\``))
  for (const code of Object.keys(ERROR_CATALOGUE)) expect(lineOf(code), code).toBeDefined()
  for (const code of Object.keys(TRADE_REFUSALS)) expect(lineOf(code), code).toContain('/api/v1/trading/trades')
})
