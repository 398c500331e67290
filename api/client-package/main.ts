import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../openapi-document.ts'
import { ROUTES } from '../routes.ts'
import { clientFiles } from './client-files.ts'

const FOLDER = new URL('../../client/', import.meta.url)

for (const [name, text] of Object.entries(clientFiles(openApiDocument(ROUTES))))
  writeFileSync(new URL(name, FOLDER), text)
