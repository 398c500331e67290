import { expect, test } from 'vitest'
import { yamlOf } from './yaml-of.ts'

test('a document is written in blocks, with texts in quotes', () => {
  const document = { openapi: '3.1.0', tags: [{ name: 'a', of: [[1], []] }, 'no'], no: { '200': {} }, gone: undefined }
  expect(yamlOf(document)).toBe(
    'openapi: "3.1.0"\ntags:\n  - name: "a"\n    "of":\n      - - 1\n      - []\n  - "no"\n"no":\n  "200": {}\n',
  )
})
