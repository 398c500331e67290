import { validatorCompiler } from 'fastify-type-provider-zod'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import {
  errorAnswer,
  invalidParameterExample,
  isOverloaded,
  Refusal,
  refuse,
  refuseFrom,
  refuseMissing,
  refuseParameter,
  refuseRepeated,
  withHelp,
} from './errors.ts'
import { strictBody } from './strict-body.ts'

/** The body of the answer to data that a schema refuses, as the server meets it. */
function answerTo(
  schema: z.ZodType,
  data: unknown,
  { context = 'body', parameters = [] }: { context?: string; parameters?: readonly string[] } = {},
) {
  const compile = validatorCompiler as unknown as (route: object) => (data: unknown) => { error?: unknown }
  const validation = compile({ schema })(data).error
  const error = Object.assign(new Error('refused'), { validation, validationContext: context })
  return errorAnswer(error, parameters, data).body
}
const saidOf = (...given: Parameters<typeof answerTo>) => {
  const { code, message, details } = answerTo(...given)
  return { code, message, ...details } as { code: string; message: string; fields: readonly string[] }
}

describe('a wrong body', () => {
  const Leg = z.strictObject({ ratio: z.number('must be a number'), side: z.string('must be a text') })
  const Body = strictBody({
    quantity: z.number('must be a number').min(1, 'must be at least 1').max(9, 'must be at most 9'),
    name: z.string(),
    legs: z.array(Leg).optional(),
    limits: z.record(z.string(), z.number('must be a number')).optional(),
  })

  test('names each wrong field once, with its first rule', () => {
    expect(
      saidOf(Body, {
        quantity: 0,
        name: 'a',
        legs: [
          { ratio: 1, side: 's' },
          { ratio: 'x', side: 's' },
        ],
      }),
    ).toEqual({
      code: 'invalid_parameter',
      message: 'quantity: must be at least 1; legs.1.ratio: must be a number',
      fields: ['quantity', 'legs.1.ratio'],
    })
  })

  test('never repeats a message that is not a rule of ours', () => {
    expect(saidOf(Body, { quantity: 1 })).toMatchObject({ message: 'name: is not valid', fields: ['name'] })
  })

  test('names the way only as far as the names are ours, because the keys of a record are the caller’s text', () => {
    expect(saidOf(Body, { quantity: 1, name: 'a', limits: { secret: 'x' } })).toMatchObject({ fields: ['limits'] })
    const nested = z.object({ limits: z.object({ max_position_pct: z.number('must be a number') }) })
    expect(saidOf(nested, { limits: { max_position_pct: 'x' } }).fields).toEqual(['limits.max_position_pct'])
  })

  test('names a member that must not be sent where its name is plain', () => {
    expect(saidOf(Body, { quantity: 1, name: 'a', quantty: 1 }).fields).toEqual(['quantty'])
    const inner = { quantity: 1, name: 'a', legs: [{ ratio: 1, side: 's', rato: 2 }] }
    expect(saidOf(Body, inner)).toMatchObject({ fields: ['legs.0.rato'] })
    expect(saidOf(Body, { quantity: 1, name: 'a', 'not plain': 1 })).toMatchObject({ fields: [] })
  })

  test('lists the members of an object that got an unknown one, but not for one that another object has', () => {
    const messageOf = (more: object) => saidOf(Body, { quantity: 1, name: 'a', ...more }).message
    const rule = 'must have no members except quantity, name, legs, limits'
    expect(messageOf({ quantty: 1 })).toBe(`quantty: must not be sent: the object ${rule}`)
    expect(messageOf({ balance: 1 })).toBe('balance: must not be sent')
    expect(messageOf({ 'not plain': 1 })).toBe(`the body ${rule}`)
  })

  test('names at most twenty of them, of at most forty characters', () => {
    const unknown = (names: readonly string[]) =>
      saidOf(Body, { quantity: 1, name: 'a', ...Object.fromEntries(names.map((name) => [name, 1])) }).fields
    const many = Array.from({ length: 21 }, (_, at) => `unknown_${at}`)
    expect(unknown(many)).toEqual(many.slice(0, 20))
    expect(unknown(['a'.repeat(40)])).toEqual(['a'.repeat(40)])
    expect(unknown(['a'.repeat(41)])).toEqual([])
  })

  test('that is no object has no field, and the fix asks for an object', () => {
    const { message, fix, details } = answerTo(Body, [])
    expect(details).toEqual({ fields: [] })
    expect(message).toMatch(/^the body must /)
    expect(fix).toBe('Send a JSON object with the members of this route; they are in /openapi.json.')
    expect(answerTo(z.string(), 1).message).toBe(
      'the body must be an object with the members of this route and no others',
    )
  })
})

describe('a wrong query', () => {
  const query = { context: 'querystring', parameters: ['days', 'limit'] }
  const Query = z.strictObject({ days: z.string('must be a day').max(2, 'must be short').optional() })

  test('with an unknown parameter lists those of the route', () => {
    expect(saidOf(Query, { dyas: '5' }, query)).toEqual({
      code: 'invalid_parameter',
      message: 'dyas: must not be sent, because this route knows only the query parameters days, limit',
      fields: ['dyas'],
      known: ['days', 'limit'],
    })
    expect(saidOf(Query, { 'd-y': '5' }, { ...query, parameters: [] })).toMatchObject({
      message: 'the query: must not be sent, because this route takes no query parameters',
      fields: [],
      known: [],
    })
  })

  test('with an unknown parameter and a wrong one names both', () => {
    expect(saidOf(Query, { dyas: '5', days: '500' }, query)).toMatchObject({ fields: ['days', 'dyas'] })
    expect(saidOf(Query, { dyas: '5', days: '500' }, query)).not.toHaveProperty('known')
  })

  test('with a parameter twice says so', () => {
    expect(saidOf(Query, { days: ['1', '2'] }, query)).toMatchObject({ message: 'days: must be sent once' })
    expect(saidOf(Query, { days: 5 }, query)).toMatchObject({ message: 'days: must be a day' })
  })
})

describe('an exception', () => {
  const codeOf = (error: unknown) => errorAnswer(error).body.code
  const failure = (members: object, Kind: typeof Error = Error) => Object.assign(new Kind('secret text'), members)

  test.each([
    ['invalid', 'invalid_parameter', 400],
    ['not_found', 'not_found', 404],
    ['conflict', 'conflict', 409],
    ['unavailable', 'unavailable', 503],
    ['internal', 'internal_error', 500],
  ] as const)('of kind %s is answered as %s', (kind, code, statusCode) => {
    expect(errorAnswer(new AppError(kind, 'secret text')).body).toMatchObject({ code, statusCode })
  })

  test.each([
    [failure({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 'payload_too_large'],
    [failure({ code: 'FST_ERR_CTP_EMPTY_JSON_BODY' }), 'malformed_json'],
    [failure({ code: 'ECONNRESET', statusCode: 400 }), 'malformed_request'],
    [failure({ code: 'ECONNRESET' }), 'internal_error'],
    [failure({ code: 'EPIPE', statusCode: 400 }), 'internal_error'],
    [failure({ statusCode: 400 }, SyntaxError), 'malformed_json'],
    [failure({ statusCode: 500 }, SyntaxError), 'internal_error'],
    [failure({}, SyntaxError), 'internal_error'],
    [failure({ statusCode: 400 }), 'internal_error'],
    [failure({ code: 7 }), 'internal_error'],
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }, 'internal_error'],
    ['secret text', 'internal_error'],
    [null, 'internal_error'],
    [failure({ validation: [] }), 'internal_error'],
  ])('%o is answered as %s', (error, code) => {
    expect(codeOf(error)).toBe(code)
    expect(JSON.stringify(errorAnswer(error))).not.toContain('secret')
  })

  test('of a route keeps its own answer and its wait', () => {
    const entry = { status: 503, message: 'Busy.', retryable: true, retryAfterMs: 5_000, fix: 'Wait.' }
    expect(errorAnswer(new Refusal('overloaded', entry))).toMatchObject({
      retryAfterMs: 5_000,
      body: { statusCode: 503, error: 'Service Unavailable', message: 'Busy.', retryable: true },
    })
  })
})

describe('a refusal', () => {
  test.each([
    [500, 'unavailable'],
    [503, 'unavailable'],
    [499, 'invalid'],
    [404, 'not_found'],
    [409, 'conflict'],
    [422, 'invalid'],
  ])('of status %i is of kind %s', (status, kind) => {
    const entry = { status, message: 'No.', retryable: false, fix: 'Stop.' }
    expect(new Refusal('conflict', entry).kind).toBe(kind)
  })

  test('has the details, fills the fix with them and may have a message of its own', () => {
    const entry = { status: 409, message: 'No.', retryable: false, fix: 'Order at most details.max.' }
    const own = refuseFrom({ conflict: entry })
    expect(own('conflict', { max: 3 }, 'Too many.').body).toEqual({
      statusCode: 409,
      code: 'conflict',
      error: 'Conflict',
      message: 'Too many.',
      fix: 'Order at most details.max (3).',
      retryable: false,
      details: { max: 3 },
    })
    expect(own('conflict').body).not.toHaveProperty('details')
    expect(own('conflict').body.message).toBe('No.')
    expect(own('conflict', { max: 3 }).details).toEqual({ code: 'conflict', details: { max: 3 } })
    expect(own('conflict').details).toEqual({ code: 'conflict' })
  })

  test('of a missing thing names the kind of thing and where its names are listed', () => {
    expect(refuseMissing('There is no such report.', 'GET /api/v1/reports lists the reports.').body).toMatchObject({
      statusCode: 404,
      message: 'There is no such report.',
      fix: 'GET /api/v1/reports lists the reports.',
    })
  })

  test('distinguishes an overload from other refusals', () => {
    expect([refuse('overloaded'), refuse('unavailable'), new Error('overloaded')].map(isOverloaded)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('of a member that comes twice repeats only a plain name', () => {
    expect(refuseRepeated('side').body).toMatchObject({
      message: 'side: must be sent once',
      details: { fields: ['side'] },
    })
    expect(refuseRepeated('a b').body).toMatchObject({
      message: 'an object of the body has a member twice',
      details: { fields: [] },
    })
  })
})

test('the documented refusal of a route has all parameters that can be wrong, or there is none', () => {
  const schema = z.object({ days: z.string().max(2, 'must be short'), name: z.string() })
  expect(invalidParameterExample(schema)?.message).toBe('days: must be short')
  expect(invalidParameterExample(z.object({ name: z.string() }))).toBeNull()
})

test('the help for a wrong parameter is added whatever its place in a list, and only the route’s own', () => {
  const help = { 'legs.ratio': { known: ['1', '2'] } }
  expect(withHelp(refuseParameter('legs.3.ratio', 'must be known').body, help).details).toEqual({
    fields: ['legs.3.ratio'],
    known: ['1', '2'],
  })
  expect(withHelp(refuseParameter('toString', 'must be known').body, help).details).toEqual({ fields: ['toString'] })
  const other = refuse('conflict').body
  expect(withHelp(other, help)).toBe(other)
})
