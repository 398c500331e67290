import { Command } from 'commander'
import { AppError } from '../shared/errors.ts'
import { acceptLoss, type DataLoss, lossSentence, newestLoss } from '../shared/postgres/server/data-losses.ts'
import type { NotedWrite } from '../shared/postgres/server/noted-writes.ts'
import { easternExact } from '../shared/time/eastern.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'

/** Commands that show what a failover of the database lost, and accept it: until then trading is closed. */
export function failoverCommand(env: Env, say: Say): Command {
  const command = new Command('failover').description('what a failover of the database lost: show it, accept it')
  const answer = ({ json }: { json?: boolean }, loss: DataLoss): void =>
    say(json ? JSON.stringify(loss) : linesOf(loss).join('\n'))
  command
    .command('show')
    .description('show the newest loss')
    .option('--json', 'an object; null without a loss')
    .action(async (options: { json?: boolean }) => {
      const loss = await withOps(env, ({ sql }) => newestLoss(sql))
      if (loss) answer(options, loss)
      else say(options.json ? 'null' : 'no failover has lost anything that this service had seen')
    })
  command
    .command('accept')
    .description('accept the loss, which opens trading again; works beside the running service')
    .option('--json', 'an object')
    .action(async (options: { json?: boolean }) => {
      const loss = await withOps(env, ({ sql }) => sql.begin(acceptLoss))
      if (!loss)
        throw new AppError('conflict', 'there is no loss to accept: ops failover show describes the newest one')
      answer(options, loss)
    })
  return command
}

export function linesOf(loss: DataLoss): string[] {
  const { noticedBy, seenNumber, foundNumber, lostWrites, acceptedAt } = loss
  return [
    `${lossSentence(loss)}.`,
    `${noticedBy} noticed it: the sequence of the service was ${seenNumber} before and ${foundNumber} after.`,
    ...lostWrites.map((write) => `lost: ${inWords(write)}`),
    acceptedAt
      ? `It is accepted since ${easternExact(acceptedAt)}. Run ops audit, and tell the agents of lost trades.`
      : 'Trading is closed. Look at ops audit, then run ops failover accept.',
  ]
}

function inWords(write: NotedWrite): string {
  if (write.kind === 'trade') return `trade ${write.id}, which its account saw as ${write.status}`
  if (write.kind === 'message') return `what stage ${write.stage} did for message ${write.id}`
  return `an answer to ${write.scope} with the Idempotency-Key of SHA-256 ${write.key}`
}
