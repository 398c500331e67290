import { Command } from 'commander'
import { readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { keptTokens, OPS_TOKEN_KINDS, type OpsTokenKind, rotateToken } from '../shared/ops-tokens.ts'
import type { Env, Say } from './calendar.ts'

/** The admin and internal tokens that `npm start` keeps in its data folder. */
export function tokenCommand(env: Env, say: Say): Command {
  const command = new Command('token').description('the admin and internal tokens in DATA_DIR: show, rotate')
  command
    .command('show <kind>')
    .description(`print a token, for scripts: ${OPS_TOKEN_KINDS.join(' or ')}`)
    .action(async (kind: string) => say((await keptTokens(readConfig(env).DATA_DIR)).tokens[kindOf(kind)]))
  command
    .command('rotate <kind>')
    .description('make a new token and print it; a running service takes it within seconds and refuses the old one')
    .action(async (kind: string) => say(await rotateToken(readConfig(env).DATA_DIR, kindOf(kind))))
  return command
}

function kindOf(text: string): OpsTokenKind {
  const kind = OPS_TOKEN_KINDS.find((candidate) => candidate === text)
  if (!kind) throw new AppError('invalid', `choose ${OPS_TOKEN_KINDS.join(' or ')}`)
  return kind
}
