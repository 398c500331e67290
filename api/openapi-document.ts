import { ERROR_CATALOGUE, ErrorBody } from './error-catalogue.ts'
import type { Route } from './http/route.ts'
import type { JsonSchema } from './openapi/json-schema.ts'
import { describeApi } from './openapi/openapi.ts'
import { describeErrors } from './openapi/openapi-errors.ts'

const ERRORS = describeErrors(ERROR_CATALOGUE, ErrorBody)

/** The OpenAPI document of these routes, with the error codes of every subject. */
export const openApiDocument = (routes: readonly Route[]): JsonSchema => describeApi(routes, ERRORS)
