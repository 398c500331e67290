import type { z } from 'zod'
import type { RouteResponse } from '../http/route.ts'
import { JSON_TYPE } from './document-route.ts'

/** The answer of a route in JSON, as `handlerRoute` documents it. */
export const jsonResponse = <S extends z.ZodType>(
  schema: S,
  example: z.input<S>,
  description: string,
  status = 200,
): RouteResponse => ({ status, description, contentType: JSON_TYPE, schema, example })
