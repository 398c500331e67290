import { STATUS_CODES } from 'node:http'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { CODE_OF_KIND, codeOfFastify, ERROR_CATALOGUE, type ErrorCode } from './error-catalogue.ts'
import { MEMBER_NAMES } from './member-names.ts'

export const ErrorBody = z
  .object({
    statusCode: z.int().describe('the HTTP status again'),
    code: z
      .enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]])
      .describe('stable name of the mistake; see x-error-codes'),
    error: z.string().describe('the reason phrase of the status'),
    message: z.string().describe('for people; may be reworded'),
    details: z
      .record(z.string(), z.json())
      .optional()
      .describe(
        'what a client can act on; invalid_parameter has the names of the fields in `fields`, inner ones as legs.0.ratio',
      ),
  })
  .meta({ id: 'Error', description: 'Every error has this shape; `code` is stable, `message` may be reworded' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** A refusal with a code of the catalogue, in its words or in the route's. */
export function refuse(
  code: ErrorCode,
  details?: ErrorBody['details'],
  message: string = ERROR_CATALOGUE[code].message,
): AppError {
  const { status } = ERROR_CATALOGUE[code]
  const kind = status >= 500 ? 'unavailable' : status === 404 ? 'not_found' : status === 409 ? 'conflict' : 'invalid'
  return new AppError(kind, message, { details: { code, ...(details ? { details } : {}) } })
}

/** A parameter that only the route itself can judge; the answer is that of any other wrong parameter. */
export const refuseParameter = (field: string, rule: string): AppError =>
  refuse('invalid_parameter', { fields: [field] }, `${field}: ${rule}`)

export function errorBody(
  code: ErrorCode,
  details?: ErrorBody['details'],
  message: string = ERROR_CATALOGUE[code].message,
): ErrorBody {
  const { status } = ERROR_CATALOGUE[code]
  const error = STATUS_CODES[status] ?? 'Error'
  return { statusCode: status, code, error, message, ...(details ? { details } : {}) }
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code)

interface Issue {
  field: string | undefined
  message: string | undefined
}

interface Violation {
  keyword?: string
  instancePath: string
  message?: string | undefined
  params?: Record<string, unknown>
}

/** `limits.max_position_pct`, `legs.0.ratio`: as far as the names are ours, because a record's keys are the caller's. */
function fieldOf(path: readonly string[]): string {
  const [field = '', ...inner] = path
  const foreign = inner.findIndex((name) => !/^\d{1,4}$/.test(name) && !MEMBER_NAMES.has(name))
  return [field, ...(foreign < 0 ? inner : inner.slice(0, foreign))].join('.')
}

/** A member that must not be sent is named when its name is one of ours; what a caller invented is never repeated. */
function issuesOf({ keyword, instancePath, message, params }: Violation): Issue[] {
  const field = fieldOf(instancePath.split('/').slice(1))
  const unknown = keyword === 'unrecognized_keys' && Array.isArray(params?.keys) ? params.keys.map(String) : []
  const named = unknown.filter((key) => MEMBER_NAMES.has(key))
  if (named.length === 0) return [{ field: field || undefined, message }]
  return named.map((key) => ({ field: field ? `${field}.${key}` : key, message: 'must not be sent' }))
}

/** Only rules written here begin like that; zod's own words repeat members the caller invented. */
const ruleOf = ({ message }: Issue): string => (message?.startsWith('must ') ? message : 'is not valid')

/** Names of parameters as we declare them, with our rules; a value, or a key the caller invented, is never repeated. */
function invalidParameter(issues: readonly Issue[]): ErrorBody {
  const rules = new Map<string, string>()
  for (const issue of issues) {
    if (issue.field && !rules.has(issue.field)) rules.set(issue.field, ruleOf(issue))
  }
  const fields = [...rules.keys()]
  const said = [...rules].map(([field, rule]) => `${field}: ${rule}`).join('; ')
  const ofWhole = issues.find(({ field, message }) => !field && message?.startsWith('must '))
  const whole = ofWhole ? `the body ${ofWhole.message}` : 'a member is not known here or the whole is not valid'
  return errorBody('invalid_parameter', { fields }, said || whole)
}

/** What a caller is told whose every parameter is wrong: for the documentation. Null when nothing can be. */
export function invalidParameterExample(schema: z.ZodObject): ErrorBody | null {
  const wrong = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 'ninety']))
  const { error } = schema.safeParse(wrong)
  return error
    ? invalidParameter(error.issues.map(({ path: [field], message }) => ({ field: String(field), message })))
    : null
}

/** The one place where a thrown thing becomes an answer. What nobody classified is internal and says nothing. */
export function toErrorBody(error: unknown): ErrorBody {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidParameter((error.validation as unknown as Violation[]).flatMap(issuesOf))
  }
  if (error instanceof AppError) {
    const { code, details } = error.details
    if (isErrorCode(code)) return errorBody(code, details as ErrorBody['details'], error.message)
    return errorBody(CODE_OF_KIND[error.kind])
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = codeOfFastify(code)
  if (known) return errorBody(known)
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400)
    return errorBody('malformed_json')
  return errorBody('internal_error')
}

/** A wrong parameter with what its route knows to say of it. */
export function withHelp(body: ErrorBody, help: Readonly<Record<string, ErrorBody['details']>> = {}): ErrorBody {
  const { fields } = body.details ?? {}
  if (!Array.isArray(fields)) return body
  const known = fields.map((field) => (typeof field === 'string' && Object.hasOwn(help, field) ? help[field] : {}))
  return { ...body, details: Object.assign({}, body.details, ...known) }
}
