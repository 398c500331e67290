import { isSchema, type JsonSchema } from '../openapi/json-schema.ts'

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A description as a comment; it cannot end the comment early. */
const comment = (schema: JsonSchema, indent: string): string => {
  const text = textOf(schema.description).replaceAll('*/', '* /').replace(/\s+/g, ' ')
  return text === '' ? '' : `${indent}/** ${text} */\n`
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never'
const listed = (type: string): string => (/[ |&]/.test(type) ? `(${type})[]` : `${type}[]`)

function objectType(schema: JsonSchema, indent: string): string {
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  const { additionalProperties: others } = schema
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : [])
  const inner = `${indent}  `
  const members = properties.map(([name, property]) => {
    const found = isSchema(property) ? property : {}
    const type = declareType(found, inner)
    return `${comment(found, inner)}${inner}${propertyName(name)}${required.has(name) ? '' : '?'}: ${type}\n`
  })
  if (isSchema(others) && Object.keys(others).length > 0) {
    if (members.length === 0) return `Record<string, ${declareType(others, indent)}>`
  }
  if (members.length === 0) return others === false ? 'Record<string, never>' : 'Record<string, unknown>'
  if (others !== false) members.push(`${inner}[member: string]: unknown\n`)
  return `{\n${members.join('')}${indent}}`
}

function typeOfName(name: unknown, schema: JsonSchema, indent: string): string {
  if (name === 'string' || name === 'boolean' || name === 'null') return name
  if (name === 'number' || name === 'integer') return 'number'
  if (name === 'array') {
    const { prefixItems, items } = schema
    if (Array.isArray(prefixItems)) return `[${prefixItems.map((each) => declareType(each, indent)).join(', ')}]`
    return listed(isSchema(items) ? declareType(items, indent) : 'unknown')
  }
  return name === 'object' ? objectType(schema, indent) : 'unknown'
}

/** The TypeScript type of a schema of our OpenAPI document. */
export function declareType(schema: unknown, indent = ''): string {
  if (!isSchema(schema)) return 'unknown'
  const { $ref, enum: values, const: value, anyOf, oneOf, allOf, type } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown'
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(values)) return union(values.map((each) => JSON.stringify(each)))
  if (Array.isArray(allOf)) return allOf.map((each) => declareType(each, indent)).join(' & ')
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null
  if (choices) return union(choices.map((each) => declareType(each, indent)))
  if (Array.isArray(type)) return union(type.map((name) => typeOfName(name, schema, indent)))
  return typeOfName(type, schema, indent)
}

export const declareSchema = (name: string, schema: unknown): string =>
  `${isSchema(schema) ? comment(schema, '') : ''}export type ${name} = ${declareType(schema)}\n`
