import { STATUS_CODES } from 'node:http'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError, type ErrorKind } from '../../shared/errors.ts'
import {
  CODE_OF_KIND,
  codeOfFastify,
  type ErrorCatalogue,
  type ErrorCode,
  type ErrorEntry,
  HTTP_ERRORS,
  type HttpErrorCode,
} from './error-catalogue.ts'
import { fillFix } from './fill-fix.ts'
import { MEMBER_NAMES } from './member-names.ts'

export const errorBodySchema = (catalogue: ErrorCatalogue) =>
  z
    .object({
      statusCode: z.int().describe('the HTTP status again'),
      code: z
        .enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]])
        .describe('stable name of the mistake; see x-error-codes'),
      error: z.string().describe('the reason phrase of the status'),
      message: z.string().describe('for people; may be reworded'),
      fix: z.string().describe('what to do about it, with the values of the details that it names; may be reworded'),
      retryable: z.boolean().describe('true: the same request may succeed later, after Retry-After if it is there'),
      details: z
        .record(z.string(), z.json())
        .optional()
        .describe(
          'facts to act on; for invalid_parameter, `fields` holds the names of the fields, inner ones as legs.0.ratio, ' +
            'and after an unknown query parameter `known` lists the parameters of the route',
        ),
    })
    .meta({ id: 'Error', description: 'Every error has this shape; `code` is stable, `message` may be reworded' })
export type ErrorBody = z.infer<ReturnType<typeof errorBodySchema>>
export type ErrorDetails = NonNullable<ErrorBody['details']>

export function errorBody(code: ErrorCode, entry: ErrorEntry, details?: ErrorDetails): ErrorBody {
  const { status, message, fix, retryable } = entry
  const error = STATUS_CODES[status] ?? 'Error'
  const filled = fillFix(fix, details)
  return { statusCode: status, code, error, message, fix: filled, retryable, ...(details ? { details } : {}) }
}

const kindOf = ({ status }: ErrorEntry): ErrorKind => {
  if (status >= 500) return 'unavailable'
  if (status === 404) return 'not_found'
  return status === 409 ? 'conflict' : 'invalid'
}

/** An error under a code of the catalogue; `body` is the answer the client gets. */
export class Refusal extends AppError {
  readonly body: ErrorBody
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, entry: ErrorEntry, details?: ErrorDetails) {
    super(kindOf(entry), entry.message, { details: { code, ...(details ? { details } : {}) } })
    this.body = errorBody(code, entry, details)
    this.retryAfterMs = entry.retryAfterMs
  }
}

/** Makes the `refuse` of a subject, which knows the subject's codes; a route may replace the message. */
export const refuseFrom =
  <Code extends ErrorCode>(catalogue: Readonly<Record<Code, ErrorEntry>>) =>
  (code: Code, details?: ErrorDetails, message: string = catalogue[code].message): Refusal =>
    new Refusal(code, { ...catalogue[code], message }, details)

export const refuse = refuseFrom<HttpErrorCode>(HTTP_ERRORS)

/** Refuses a name in the path or a parameter that the service does not have; the fix says where such names are listed. */
export const refuseMissing = (sentence: string, fix: string): Refusal =>
  new Refusal('not_found', { ...HTTP_ERRORS.not_found, message: sentence, fix })

export const isOverloaded = (error: unknown): boolean => error instanceof Refusal && error.body.code === 'overloaded'

/** Refuses a parameter that only the route itself can judge, with the answer of any other wrong parameter. */
export const refuseParameter = (field: string, rule: string): Refusal =>
  refuse('invalid_parameter', { fields: [field] }, `${field}: ${rule}`)

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

/** `limits.max_position_pct`, `legs.0.ratio`, up to the first name that is not ours: keys of a record are the caller's. */
function fieldOf(path: readonly string[]): string {
  const [field = '', ...inner] = path
  const foreign = inner.findIndex((name) => !/^\d{1,4}$/.test(name) && !MEMBER_NAMES.has(name))
  return [field, ...(foreign < 0 ? inner : inner.slice(0, foreign))].join('.')
}

/** A name of this form is safe to repeat in an answer and in a log; any other text of the caller is not. */
const PLAIN_NAME = /^[A-Za-z]\w{0,39}$/
const NAMES_REPEATED_MAX = 20

const ONCE = 'must be sent once'

/** The query had this parameter more than once, which leaves a list in place of its text. */
const isTwice = ({ field }: Issue, query: unknown): boolean =>
  field !== undefined && Array.isArray((query as Record<string, unknown>)[field])

/** Refuses a body with a member that an object has twice; only a plain name is repeated in the answer. */
export const refuseRepeated = (name: string): Refusal =>
  PLAIN_NAME.test(name)
    ? refuseParameter(name, ONCE)
    : refuse('invalid_parameter', { fields: [] }, 'an object of the body has a member twice')

/** Names the unknown members and parameters, so that the caller finds a misspelled one. */
function issuesOf({ keyword, instancePath, message, params }: Violation): Issue[] {
  const field = fieldOf(instancePath.split('/').slice(1))
  const unknown = keyword === 'unrecognized_keys' && Array.isArray(params?.keys) ? params.keys.map(String) : []
  const named = unknown.filter((key) => PLAIN_NAME.test(key)).slice(0, NAMES_REPEATED_MAX)
  if (named.length === 0) return [{ field: field || undefined, message }]
  const rule = message?.startsWith('must have no') ? `must not be sent: the object ${message}` : 'must not be sent'
  return named.map((key) => ({
    field: field ? `${field}.${key}` : key,
    message: MEMBER_NAMES.has(key) ? 'must not be sent' : rule,
  }))
}

/** Our own rules begin with "must"; zod's messages may repeat members that the caller invented. */
const ruleOf = ({ message }: Issue): string => (message?.startsWith('must ') ? message : 'is not valid')

/** No single field is wrong where the body is missing or no object. */
const FIX_OF_WHOLE = 'Send a JSON object with the members of this route; they are in /openapi.json.'

/** Lists our names of the wrong parameters with our rules; never a value or a key from the caller. */
function invalidParameter(issues: readonly Issue[]): ErrorBody {
  const rules = new Map<string, string>()
  for (const issue of issues) {
    if (issue.field && !rules.has(issue.field)) rules.set(issue.field, ruleOf(issue))
  }
  const fields = [...rules.keys()]
  const byField = [...rules].map(([field, rule]) => `${field}: ${rule}`).join('; ')
  const ofWhole = issues.find(({ field, message }) => !field && message?.startsWith('must '))
  const whole = ofWhole
    ? `the body ${ofWhole.message}`
    : 'the body must be an object with the members of this route and no others'
  if (fields.length > 0) return refuse('invalid_parameter', { fields }, byField).body
  return new Refusal(
    'invalid_parameter',
    { ...HTTP_ERRORS.invalid_parameter, message: whole, fix: FIX_OF_WHOLE },
    { fields },
  ).body
}

/** Names the parameters of the query that the route does not declare, and lists those that it does. */
function unknownParameters(violations: readonly Violation[], known: readonly string[]): ErrorBody {
  const fields = violations.flatMap(issuesOf).flatMap(({ field }) => field ?? [])
  const subject = fields.length === 0 ? 'the query: ' : `${fields.join(', ')}: `
  const rule = known.length === 0 ? 'takes no query parameters' : `knows only the query parameters ${known.join(', ')}`
  const details = { fields, known: [...known] }
  return refuse('invalid_parameter', details, `${subject}must not be sent, because this route ${rule}`).body
}

/** The documented 400 of a route: every parameter is wrong. Null when no parameter can be wrong. */
export function invalidParameterExample(schema: z.ZodObject): ErrorBody | null {
  const wrong = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 'ninety']))
  const { error } = schema.safeParse(wrong)
  return error
    ? invalidParameter(error.issues.map(({ path: [field], message }) => ({ field: String(field), message })))
    : null
}

export interface ErrorAnswer {
  body: ErrorBody
  retryAfterMs: number | undefined
}

/**
 * The one place where an exception becomes an answer. An unclassified exception is internal and reveals nothing.
 * `parameters` are the query parameters that the route declares, `query` those that were sent.
 */
export function errorAnswer(error: unknown, parameters: readonly string[] = [], query: unknown = {}): ErrorAnswer {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const violations = error.validation as unknown as Violation[]
    const unknown = violations.filter(({ keyword }) => keyword === 'unrecognized_keys')
    if (error.validationContext === 'querystring' && unknown.length === violations.length)
      return { body: unknownParameters(unknown, parameters), retryAfterMs: undefined }
    const issues = violations
      .flatMap(issuesOf)
      .map((issue) => (isTwice(issue, query) ? { ...issue, message: ONCE } : issue))
    return { body: invalidParameter(issues), retryAfterMs: undefined }
  }
  if (error instanceof Refusal) return error
  if (error instanceof AppError) return refuse(CODE_OF_KIND[error.kind])
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = codeOfFastify(code)
  if (known) return refuse(known)
  if (isAborted(code, error)) return refuse('malformed_request')
  const isBadJson = error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400
  return refuse(isBadJson ? 'malformed_json' : 'internal_error')
}

/**
 * The client closed the connection while sending the body: nobody reads the answer, and it is not a failure of ours.
 */
const isAborted = (code: string, error: unknown): boolean =>
  code === 'ECONNRESET' && error instanceof Error && 'statusCode' in error && error.statusCode === 400

/** Adds the help that a route declares for its wrong parameters; every entry of a list gets that of the list. */
export function withHelp(body: ErrorBody, help: Readonly<Record<string, ErrorDetails>> = {}): ErrorBody {
  const { fields } = body.details ?? {}
  if (!Array.isArray(fields)) return body
  const known = fields.map((field) => {
    const name = String(field).replaceAll(/\.\d+/g, '')
    return Object.hasOwn(help, name) ? help[name] : {}
  })
  return { ...body, details: Object.assign({}, body.details, ...known) }
}
