import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requestDocument, servedRequests } from './request-document.ts'

const WRITTEN = `${import.meta.dirname}/../docs/requests.md`

test('docs/requests.md equals the generated document', () => {
  expect(readFileSync(WRITTEN, 'utf8'), 'node api/request-document.ts > docs/requests.md').toBe(servedRequests())
})

test.each([
  [{ type: 'integer', minimum: 1, maximum: 90, default: 7 }, 'whole number from 1 to 90; absent: `7`'],
  [{ type: 'integer', minimum: 1 }, 'whole number of at least 1'],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 9 }, 'number above 0 and up to 9'],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9 }, 'number above 0 and below 9'],
  [{ type: 'string', maxLength: 20 }, 'text of at most 20 characters'],
  [{ type: 'string', format: 'date' }, 'text (date)'],
  [{ type: 'string', pattern: '^a$' }, 'text that matches `^a$`'],
  [{ enum: ['a', 'b', 'c'] }, '`a`, `b` or `c`'],
  [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, 'true or false or null'],
  [
    { type: 'array', minItems: 2, maxItems: 4, items: { $ref: '#/components/schemas/Leg' } },
    'list from 2 to 4, each object',
  ],
])('%j is said in words', (schema, words) => {
  const Leg = { type: 'object', properties: { ratio: { type: 'integer', maximum: 9 } }, required: ['ratio'] }
  const document = {
    paths: {
      '/plain': { get: { parameters: [] } },
      '/a': {
        post: {
          parameters: [{ name: 'p', required: true, schema }],
          requestBody: { content: { 'application/json': { schema: Leg } } },
        },
      },
    },
    components: { schemas: { Leg } },
  }
  const [, section] = requestDocument(document).split('\n## ')
  expect(section).toBe(`POST /a\n\n- \`p\` (required): ${words}\n- \`ratio\` (required): whole number of at most 9\n`)
})
