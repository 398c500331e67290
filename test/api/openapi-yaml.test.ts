import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { yamlOf } from '../../api/openapi/yaml-of.ts'
import { openApiDocument } from '../../api/openapi-document.ts'
import { ROUTES } from '../../api/routes.ts'

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
