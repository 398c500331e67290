import type { JsonSchema } from '../openapi/json-schema.ts'
import { declareSchema, declareType } from './declare-types.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: JsonSchema
}
type Content = Record<string, { schema: JsonSchema }>
interface Operation {
  operationId: string
  summary: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

interface Call extends Operation {
  method: string
  path: string
}

const WRITTEN = '// Written by `npm run client` from the OpenAPI document of the service. Do not edit.\n'

/** Calls whose answer may take 50 s, because it waits for the clock. */
const LONG_POLLS = ['createWish', 'updateClock']

/** A stream has no end, a socket no answer, and the tools speak a protocol of their own: no method could return them. */
const isCall = ({ path, responses }: Call): boolean =>
  path !== '/mcp' && !('101' in responses) && !('text/event-stream' in (responses['200']?.content ?? {}))

const callsOf = ({ paths }: Described): Call[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
    )
    .filter(isCall)
    .sort((a, b) => (a.operationId < b.operationId ? -1 : 1))

function answerOf({ responses }: Call): { isJson: boolean; schema: JsonSchema } {
  const content = responses['200']?.content ?? responses['201']?.content ?? {}
  const [type, { schema }] = Object.entries(content)[0] ?? ['text/plain', { schema: { type: 'string' } }]
  return { isJson: type === 'application/json', schema }
}

const bodyOf = ({ requestBody }: Call): JsonSchema | null => requestBody?.content['application/json']?.schema ?? null

function operationsFile(calls: readonly Call[]): string {
  const lines = calls.map((call) => {
    const { operationId, method, path } = call
    const waits = LONG_POLLS.includes(operationId) ? { waits: true } : {}
    const operation = { method, path, body: bodyOf(call) !== null, json: answerOf(call).isJson, ...waits }
    return `  ${operationId}: ${JSON.stringify(operation)},\n`
  })
  return `${WRITTEN}export const OPERATIONS = {\n${lines.join('')}}\n`
}

/** Parameters of path and query as one object; those of a header are options of the call. */
function parametersOf({ parameters }: Call): { type: string; isOptional: boolean } {
  const own = parameters.filter(({ in: place }) => place !== 'header')
  if (own.length === 0) return { type: 'Record<string, never>', isOptional: true }
  const members = own.map(
    ({ name, required, description, schema }) =>
      `${description ? `/** ${description.replaceAll('*/', '* /')} */ ` : ''}${name}${required ? '' : '?'}: ${declareType(schema, '  ')}`,
  )
  return { type: `{\n    ${members.join('\n    ')}\n  }`, isOptional: own.every(({ required }) => !required) }
}

function methodOf(call: Call): string {
  const parameters = parametersOf(call)
  const body = bodyOf(call)
  const mustHaveBody = body !== null && call.requestBody?.required === true
  const answer = answerOf(call)
  const options =
    body === null ? 'CallOptions' : `CallOptions & { body${mustHaveBody ? '' : '?'}: ${declareType(body, '  ')} }`
  const isOptional = parameters.isOptional && !mustHaveBody
  const result = answer.isJson ? declareType(answer.schema, '  ') : 'string'
  const given = `parameters${isOptional ? '?' : ''}: ${parameters.type}, options${mustHaveBody ? '' : '?'}: ${options}`
  return `  /** ${call.summary}. \`${call.method} ${call.path}\` */\n  ${call.operationId}(${given}): Promise<${result}>\n`
}

const FIXED = `export interface ClientSettings {
  /** Address of the service, such as http://127.0.0.1:8080. */
  baseUrl: string
  /** Token of an account, an admin or an internal caller; public reads need none. */
  token?: string
  /** Replaces the global fetch. */
  fetch?: typeof fetch
  /** Deadline of one request, 15 seconds by default. */
  timeoutMs?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** The same key and body get the same answer, however often they are sent. */
  idempotencyKey?: string
}

/** A refusal of the service. Decide by \`code\`. */
export declare class MarketError extends Error {
  readonly status: number
  readonly code: string
  /** Advice on what to do about it. */
  readonly fix: string | null
  readonly retryable: boolean
  readonly details: Record<string, unknown> | null
  readonly retryAfterSeconds: number | null
}

export interface StreamOptions {
  /** Resume after this id; absent: begin with what is new. */
  after?: string | number
  signal?: AbortSignal
  /** First delay before a new connection; it doubles with each failure up to retryMsMax. */
  retryMs?: number
  retryMsMax?: number
  /** A connection without a byte for so long is replaced. */
  silenceMs?: number
}

export type WakeKind = 'open' | 'close' | 'cycle' | 'minute' | 'event'

export interface WakeOptions {
  /** The last service time that you have seen; absent: now. */
  after?: string
  signal?: AbortSignal
  /** Delay after a lost connection. */
  retryMs?: number
}

export interface StreamedEvent {
  /** snapshot for the first event of a connection, else the kind. */
  type: string
  /** Resume after it with \`after\`. */
  id: string | null
  data: unknown
}
`

/** The files of client/ that follow from the OpenAPI document, by name. */
export function clientFiles(document: JsonSchema): Record<string, string> {
  const described = document as unknown as Described
  const calls = callsOf(described)
  const schemas = Object.entries(described.components.schemas).map(([name, schema]) => declareSchema(name, schema))
  const client = `export interface MarketClient {
${calls.map(methodOf).join('')}  /** What changes in the market state, each event once and in order, across lost connections. */
  streamEvents(options?: StreamOptions & { kinds?: readonly string[] }): AsyncGenerator<StreamedEvent, void, undefined>
  /** The events of the account of the token; \`ticketed\` sends a single-use ticket instead of the token. */
  streamAccountEvents(options?: StreamOptions & { ticketed?: boolean }): AsyncGenerator<StreamedEvent, void, undefined>
  /** Waits until the wish has come, however many requests that takes. */
  wake(wish: { at: string } | { next: WakeKind; after?: string }, options?: WakeOptions): Promise<Woken>
  /** Wakes at each such instant or event after the last one; in lock-step the clock waits for the body of the loop. */
  wakes(next: WakeKind, options?: WakeOptions): AsyncGenerator<Woken, void, undefined>
  /** Wakes at the open of each session. */
  sessions(options?: WakeOptions): AsyncGenerator<Woken, void, undefined>
  /** Wakes at each report, as soon as it can be read. */
  cycles(options?: WakeOptions): AsyncGenerator<Woken, void, undefined>
}

export declare function createClient(settings: ClientSettings): MarketClient
`
  return {
    'operations.js': operationsFile(calls),
    'index.d.ts': [WRITTEN + FIXED, ...schemas, client].join('\n'),
  }
}
