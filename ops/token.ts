import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { OPS_TOKEN_KINDS, type OpsTokenKind, readTokens, rotateToken } from '../shared/ops-tokens.ts'
import type { Env, Say } from './calendar.ts'

/** A token of the environment counts before that of the folder. */
const VARIABLES = { admin: 'ADMIN_TOKEN', internal: 'INTERNAL_TOKEN' } as const

interface Json {
  json?: boolean
}

/** The admin and internal tokens: those of the environment, else those that `npm start` keeps in its data folder. */
export function tokenCommand(env: Env, say: Say): Command {
  const print = (kind: string, token: string, { json }: Json) => say(json ? JSON.stringify({ kind, token }) : token)
  const command = new Command('token').description('the admin and internal tokens in DATA_DIR: show, rotate')
  command
    .command('show <kind>')
    .description(`print a token, for scripts: ${OPS_TOKEN_KINDS.join(' or ')}`)
    .option('--json', 'an object')
    .action(async (kind: string, options: Json) => {
      const config = readConfig(env)
      const given = config[VARIABLES[kindOf(kind)]]
      print(kind, given ?? (await storedToken(config.DATA_DIR, kindOf(kind))), options)
    })
  command
    .command('rotate <kind>')
    .description('make a new token and print it; a running service accepts it within seconds and refuses the old one')
    .option('--json', 'an object')
    .action(async (kind: string, options: Json) => {
      const config = readConfig(env)
      const variable = VARIABLES[kindOf(kind)]
      if (config[variable] !== undefined)
        throw new AppError(
          'conflict',
          `${variable} is set, and the service uses that one: change it there and start the replicas again`,
        )
      wantFolder(config.DATA_DIR, kindOf(kind))
      print(kind, await rotateToken(config.DATA_DIR, kindOf(kind)), options)
    })
  return command
}

/** Only reads: creating a token here, for a service that lost its file, would invalidate those that clients hold. */
async function storedToken(folder: string, kind: OpsTokenKind): Promise<string> {
  wantFolder(folder, kind)
  const tokens = await readTokens(folder)
  if (tokens) return tokens[kind]
  throw new AppError(
    'not_found',
    `DATA_DIR: ${folder} holds no tokens: name the folder of the service, or make new ones by \`ops token rotate ${kind}\``,
  )
}

/** A replica that runs alone keeps no folder, so its token is changed where it was given. */
function wantFolder(folder: string, kind: OpsTokenKind): void {
  if (existsSync(folder)) return
  throw new AppError(
    'not_found',
    `DATA_DIR: ${folder} does not exist: name the folder of npm start; the token of replicas that run alone is ${VARIABLES[kind]} in their environment or its file: change it there and start them again one by one`,
  )
}

function kindOf(text: string): OpsTokenKind {
  const kind = OPS_TOKEN_KINDS.find((candidate) => candidate === text)
  if (!kind) throw new AppError('invalid', `choose ${OPS_TOKEN_KINDS.join(' or ')}`)
  return kind
}
