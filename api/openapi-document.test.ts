import { expect, test } from 'vitest'
import { openApiDocument, openApiDocumentInTurns } from './openapi-document.ts'
import { REPORT_ROUTES } from './reports/index.ts'

test('the document built in turns is the whole one, built once, and lets other work of the event loop pass', async () => {
  let turns = 0
  let isBuilt = false
  const count = (): void => {
    turns++
    if (!isBuilt) setImmediate(count)
  }
  setImmediate(count)
  const building = openApiDocumentInTurns(REPORT_ROUTES)
  expect(openApiDocumentInTurns(REPORT_ROUTES)).toBe(building)
  const built = await building
  isBuilt = true
  expect(turns).toBeGreaterThanOrEqual(REPORT_ROUTES.length)
  expect(built).toEqual(openApiDocument(REPORT_ROUTES))
})
