import { ConfigSchema } from '../../shared/config.ts'

const HEADER = [
  '# Every variable that the service reads, with its default. All are optional: `npm start` needs none of them.',
  '# DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, DATABASE_READER_URL, AMQP_URL, ADMIN_TOKEN, INTERNAL_TOKEN, SCHWAB_APP_SECRET, ALPACA_SECRET_KEY, FLOW_PRINTS_TOKEN and AI_API_KEY may instead be given as <NAME>_FILE, a file with the value.',
  '# Generated from ConfigSchema: node_modules/.bin/node test/architecture/env-example.ts > .env.example',
]

type Variable = { description?: string | undefined; safeParse(value: undefined): { data?: unknown } }

/** A default as one writes it in the environment; several named values are separated by commas. */
function asText(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value)
  return Object.entries(value)
    .map(([name, each]) => `${name}=${each}`)
    .join(',')
}

/** Writes a schema as a commented-out environment file: each description, then the default if there is one. */
export function envExample(shape: Record<string, Variable>): string {
  const blocks = Object.entries(shape).map(([name, variable]) => {
    const value = variable.safeParse(undefined).data
    return [`# ${variable.description ?? ''}`, `# ${name}=${asText(value)}`]
  })
  return `${[HEADER, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

export const undescribed = (shape: Record<string, Variable>): string[] =>
  Object.keys(shape).filter((name) => !shape[name]!.description)

if (import.meta.main) process.stdout.write(envExample(ConfigSchema.shape))
