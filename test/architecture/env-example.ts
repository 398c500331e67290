import { ConfigSchema } from '../../shared/config.ts'

const HEADER = [
  '# Every variable the service reads, with its default. Nothing has to be set: `npm start` needs none of them.',
  '# DATABASE_URL, AMQP_URL, ADMIN_TOKEN, INTERNAL_TOKEN, SCHWAB_APP_SECRET and ALPACA_SECRET_KEY may instead be given as <NAME>_FILE, a file with the value.',
  '# Generated from ConfigSchema: node_modules/.bin/node test/architecture/env-example.ts > .env.example',
]

type Variable = { description?: string | undefined; safeParse(value: undefined): { data?: unknown } }

/** Writes a schema as a commented-out environment file: each description, then the default if there is one. */
export function envExample(shape: Record<string, Variable>): string {
  const blocks = Object.entries(shape).map(([name, variable]) => {
    const value = variable.safeParse(undefined).data
    return [`# ${variable.description ?? ''}`, `# ${name}=${value === undefined ? '' : String(value)}`]
  })
  return `${[HEADER, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

export const undescribed = (shape: Record<string, Variable>): string[] =>
  Object.keys(shape).filter((name) => !shape[name]!.description)

if (import.meta.main) process.stdout.write(envExample(ConfigSchema.shape))
