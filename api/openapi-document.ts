import { ERROR_CATALOGUE, ErrorBody } from './error-catalogue.ts'
import type { Route } from './http/route.ts'
import type { JsonSchema } from './openapi/json-schema.ts'
import { describeApi } from './openapi/openapi.ts'
import { describeErrors } from './openapi/openapi-errors.ts'
import { openApiRoute } from './openapi/openapi-route.ts'

const ERRORS = describeErrors(ERROR_CATALOGUE, ErrorBody)

const documents = new WeakMap<readonly Route[], JsonSchema>()

/**
 * The OpenAPI document of these routes and of the one that serves it, with the error codes of every subject. The first
 * build takes half a second of processor time, so replicas of one process that serve the same routes share it, and it
 * is not built before its first reader.
 */
export function openApiDocument(routes: readonly Route[]): JsonSchema {
  const document =
    documents.get(routes) ?? describeApi([...routes, openApiRoute(() => openApiDocument(routes))], ERRORS)
  documents.set(routes, document)
  return document
}
