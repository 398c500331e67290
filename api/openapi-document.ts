import { setImmediate as nextTurn } from 'node:timers/promises'
import { ERROR_CATALOGUE, ErrorBody } from './error-catalogue.ts'
import type { Route } from './http/route.ts'
import type { JsonSchema } from './openapi/json-schema.ts'
import { describeApi } from './openapi/openapi.ts'
import { describeErrors } from './openapi/openapi-errors.ts'
import { openApiRoute } from './openapi/openapi-route.ts'

const ERRORS = describeErrors(ERROR_CATALOGUE, ErrorBody)

const documents = new WeakMap<readonly Route[], JsonSchema>()
const inSteps = new WeakMap<readonly Route[], Promise<JsonSchema>>()

/** The document describes the route that serves it too, which must not build it for that. */
const stepsOf = (routes: readonly Route[]) =>
  describeApi([...routes, openApiRoute(() => openApiDocument(routes))], ERRORS)

/**
 * The OpenAPI document of these routes and of the one that serves it, with the error codes of every subject. Replicas of
 * one process that serve the same routes share it, and it is not built before its first reader.
 */
export function openApiDocument(routes: readonly Route[]): JsonSchema {
  const known = documents.get(routes)
  if (known) return known
  const steps = stepsOf(routes)
  let step = steps.next()
  while (!step.done) step = steps.next()
  documents.set(routes, step.value)
  return step.value
}

/** Builds the same document in turns of the event loop, so that no other reader waits for all of it. */
export function openApiDocumentInTurns(routes: readonly Route[]): Promise<JsonSchema> {
  const running = inSteps.get(routes) ?? buildInTurns(routes)
  inSteps.set(routes, running)
  return running
}

async function buildInTurns(routes: readonly Route[]): Promise<JsonSchema> {
  const steps = stepsOf(routes)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await nextTurn()
  }
}
