import { STATUS_CODES } from 'node:http'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '../shared/errors.ts'
import { CODE_OF_KIND, codeOfFastify, ERROR_CATALOGUE, type ErrorCode } from './error-catalogue.ts'

export const ErrorBody = z
  .object({
    statusCode: z.int(),
    code: z.enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]),
    error: z.string().describe('the reason phrase of the status'),
    message: z.string(),
    details: z.record(z.string(), z.json()).optional(),
  })
  .meta({ id: 'Error', description: 'Every error has this shape; `code` is stable, `message` may be reworded' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** A refusal with a code of the catalogue. */
export function refuse(code: ErrorCode, details?: ErrorBody['details']): AppError {
  const { status, message } = ERROR_CATALOGUE[code]
  const kind = status >= 500 ? 'unavailable' : status === 404 ? 'not_found' : status === 409 ? 'conflict' : 'invalid'
  return new AppError(kind, message, { details: { code, ...(details ? { details } : {}) } })
}

export function errorBody(code: ErrorCode, details?: ErrorBody['details']): ErrorBody {
  const { status, message } = ERROR_CATALOGUE[code]
  const error = STATUS_CODES[status] ?? 'Error'
  return { statusCode: status, code, error, message, ...(details ? { details } : {}) }
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code)

/** Names of parameters as we declare them; a value, or a key the caller invented, is never repeated. */
function fieldsOf(error: { validation: { instancePath: string; message?: string | undefined }[] }): string[] {
  return [...new Set(error.validation.map((issue) => issue.instancePath.split('/')[1] ?? '').filter((name) => name))]
}

/** The one place where a thrown thing becomes an answer. What nobody classified is internal and says nothing. */
export function toErrorBody(error: unknown): ErrorBody {
  if (hasZodFastifySchemaValidationErrors(error)) return errorBody('invalid_parameter', { fields: fieldsOf(error) })
  if (error instanceof AppError) {
    const { code, details } = error.details
    if (isErrorCode(code)) return errorBody(code, details as ErrorBody['details'])
    return errorBody(CODE_OF_KIND[error.kind])
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = codeOfFastify(code)
  if (known) return errorBody(known)
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400)
    return errorBody('malformed_json')
  return errorBody('internal_error')
}
