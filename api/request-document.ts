import { openApiDocument } from './openapi-document.ts'
import { ROUTES } from './routes.ts'

const HEADER = `# Requests

What the parameters and bodies of each route may hold, as in \`/openapi.json\`: an outside client depends on each bound, so a change of one stands here beside the change of the code. Generated: \`node_modules/.bin/node api/request-document.ts > docs/requests.md\`.
`

/** The keywords of JSON Schema that bound what a request may hold. */
interface Schema {
  $ref?: string | undefined
  type?: string
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  default?: unknown
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

interface Operation {
  parameters: { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const quoted = (value: unknown): string => `\`${String(value)}\``
const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** Words such as " from 1 to 90"; empty without bounds. */
function spanOf(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return ` of at least ${least}`
  return most === undefined ? '' : ` of at most ${most}`
}

function textWords({ format, pattern, minLength, maxLength }: Schema): string {
  const length = spanOf(minLength, maxLength)
  const kind = format ? `text (${format})` : 'text'
  return `${kind}${length && `${length} characters`}${pattern === undefined ? '' : ` that matches ${quoted(pattern)}`}`
}

function numberWords({ minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below }: Schema): string {
  if (above === undefined) return `number${spanOf(minimum, maximum)}`
  const most = maximum === undefined ? [] : [` up to ${maximum}`]
  return `number${[` above ${above}`, ...most, ...(below === undefined ? [] : [` below ${below}`])].join(' and')}`
}

/** Describes in one phrase what a value may be. */
function wordsOf(schema: Schema): string {
  const { type, anyOf, enum: choices, items = {} } = schema
  if (anyOf) return either(anyOf.map(wordsOf))
  if (schema.const !== undefined) return quoted(schema.const)
  if (choices) return either(choices.map(quoted))
  if (type === 'string') return textWords(schema)
  if (type === 'number') return numberWords(schema)
  if (type === 'integer') return `whole ${numberWords(schema)}`
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return `list${spanOf(schema.minItems, schema.maxItems)}, each ${wordsOf(items)}`
  return type ?? 'any value'
}

function lineOf(name: string, schema: Schema, isRequired: boolean): string {
  const absent = schema.default === undefined ? '' : `; absent: ${quoted(schema.default)}`
  return `- ${quoted(name)}${isRequired ? ' (required)' : ''}: ${wordsOf(schema)}${absent}`
}

/** A line for each member of a body, also of the objects and lists within it. */
function memberLines({ properties = {}, required = [], anyOf = [], items }: Schema, above = ''): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const place = above === '' ? name : `${above}.${name}`
    return [lineOf(place, member, required.includes(name)), ...memberLines(member, place)]
  })
  return [...own, ...[...anyOf, ...(items ? [items] : [])].flatMap((part) => memberLines(part, above))]
}

/** Puts the components of a document in the places that refer to them; no request refers to itself. */
function resolved<T>(node: T, schemas: Document['components']['schemas']): T {
  if (Array.isArray(node)) return node.map((each) => resolved(each, schemas)) as T
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...own } = node as Schema
  const named = $ref === undefined ? {} : schemas[$ref.replace('#/components/schemas/', '')]
  const whole = Object.entries(Object.assign({}, named, own))
  return Object.fromEntries(whole.map(([key, value]) => [key, resolved(value, schemas)])) as T
}

/** Lists what each route takes, for people and by path; routes that take nothing are left out. */
export function requestDocument({ paths, components }: Document): string {
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema ?? {}
      const lines = [
        ...parameters.map(({ name, schema, required }) => lineOf(name, resolved(schema, components.schemas), required)),
        ...memberLines(resolved(body, components.schemas)),
      ]
      return lines.length === 0 ? [] : [{ path, text: `\n## ${method.toUpperCase()} ${path}\n\n${lines.join('\n')}\n` }]
    }),
  )
  return (
    HEADER +
    sections
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ text }) => text)
      .join('')
  )
}

/** The document of the routes that are served. */
export const servedRequests = (): string => requestDocument(openApiDocument(ROUTES) as unknown as Document)

if (import.meta.main) process.stdout.write(servedRequests())
