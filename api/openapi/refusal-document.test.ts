import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CATALOGUE } from '../http/error-catalogue.ts'
import { ROUTES } from '../routes.ts'
import { TRADE_REFUSALS } from '../trading/trade-refusals.ts'
import { refusalDocument } from './refusal-document.ts'

const WRITTEN = `${import.meta.dirname}/../../docs/refusals.md`

test('docs/refusals.md is what the code says', () => {
  expect(readFileSync(WRITTEN, 'utf8')).toBe(refusalDocument(ROUTES))
})

test('every code has its line, and every refusal of trades a route that says it', () => {
  const lines = refusalDocument(ROUTES).split('\n')
  const lineOf = (code: string) => lines.find((line) => line.startsWith(`| \`${code}\``))
  for (const code of Object.keys(ERROR_CATALOGUE)) expect(lineOf(code), code).toBeDefined()
  for (const code of Object.keys(TRADE_REFUSALS)) expect(lineOf(code), code).toContain('/api/v1/trading/trades')
})
