import { readFileSync } from 'node:fs'
import { AppError } from './errors.ts'

/** Variables that may be given as `<NAME>_FILE`, a file with the value, as orchestrators mount secrets. */
export const SECRET_NAMES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_READER_URL',
  'AMQP_URL',
  'ADMIN_TOKEN',
  'INTERNAL_TOKEN',
  'SCHWAB_APP_SECRET',
  'ALPACA_SECRET_KEY',
  'FLOW_PRINTS_TOKEN',
  'AI_API_KEY',
] as const

type Environment = Record<string, string | undefined>

/** The environment with secrets read from their files, for readConfig. An empty variable counts as absent, as there. */
export function withSecretFiles(env: Environment): Environment {
  const values: Environment = {}
  for (const name of SECRET_NAMES) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new AppError('invalid', `${name}: also given as ${name}_FILE; give one of them`)
    values[name] = readSecret(`${name}_FILE`, path)
  }
  return { ...env, ...values }
}

/** The environment for a child process, which receives the values themselves. */
export const withoutSecretFiles = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([key]) => !SECRET_NAMES.some((name) => key === `${name}_FILE`)))

function readSecret(variable: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as { code?: unknown }
    throw new AppError('invalid', `${variable}: ${path} cannot be read (${String(code)})`, { cause })
  }
  const value = text.trim()
  // An empty file must not count as an absent variable: the service would open another database.
  if (value === '') throw new AppError('invalid', `${variable}: ${path} is empty`)
  return value
}
