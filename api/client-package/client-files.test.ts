import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../openapi-document.ts'
import { ROUTES } from '../routes.ts'
import { clientFiles } from './client-files.ts'
import { declareSchema, declareType } from './declare-types.ts'

const FOLDER = new URL('../../client/', import.meta.url)

test.each(Object.entries(clientFiles(openApiDocument(ROUTES))))(
  'client/%s is up to date; otherwise run npm run client',
  (name, text) => {
    expect(readFileSync(new URL(name, FOLDER), 'utf8') === text).toBe(true)
  },
)

test('the client has no method whose answer a call cannot return', () => {
  const operations = clientFiles(openApiDocument(ROUTES))['operations.js']!
  expect(operations).not.toMatch(/\/mcp"|\/stream"|\/socket"/)
  expect(operations).toContain('"/api/v1/trading/stream/ticket"')
})

describe('declareType', () => {
  test.each([
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'array', items: { type: 'integer' } }, 'number[]'],
    [{ type: 'array', items: { type: ['number', 'null'] } }, '(number | null)[]'],
    [{ enum: ['buy', 'sell'] }, '"buy" | "sell"'],
    [{ $ref: '#/components/schemas/Trade' }, 'Trade'],
    [{ anyOf: [{ $ref: '#/components/schemas/Trade' }, { type: 'null' }] }, 'Trade | null'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] }, '[number, number]'],
    [{ type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false }, '{\n  a?: boolean\n}'],
  ])('%j is %s', (schema, type) => expect(declareType(schema)).toBe(type))

  test('a description cannot end its comment', () => {
    expect(declareSchema('Odd', { type: 'string', description: 'ends */ here' })).toBe(
      '/** ends * / here */\nexport type Odd = string\n',
    )
  })
})
