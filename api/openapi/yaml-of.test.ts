import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openApiDocument } from '../openapi-document.ts'
import { ROUTES } from '../routes.ts'
import { yamlOf } from './yaml-of.ts'

test('a document is written in blocks, with texts in quotes', () => {
  const document = { openapi: '3.1.0', tags: [{ name: 'a', of: [[1], []] }, 'no'], no: { '200': {} }, gone: undefined }
  expect(yamlOf(document)).toBe(
    'openapi: "3.1.0"\ntags:\n  - name: "a"\n    "of":\n      - - 1\n      - []\n  - "no"\n"no":\n  "200": {}\n',
  )
})

test('a reader of YAML finds what a reader of JSON finds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parse(yamlOf(value))).toEqual(parse(JSON.stringify(value)))
    }),
  )
})

test('also in the document of the service', () => {
  const document = openApiDocument(ROUTES)
  expect(parse(yamlOf(document))).toEqual(JSON.parse(JSON.stringify(document)))
})
