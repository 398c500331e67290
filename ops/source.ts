import { Command } from 'commander'
import { sourcesOff } from '../pipeline/reads/availability.ts'
import { sources } from '../pipeline/sources/index.ts'
import type { FeedContext, Source } from '../pipeline/sources/source.ts'
import type { NewMessage } from '../shared/broker/new-message.ts'
import { outboxOnly } from '../shared/broker/relay.ts'
import { sourceSetup } from '../shared/config.ts'
import { SOURCES } from '../shared/domain/market/source-id.ts'
import { counted } from '../shared/domain/number-words.ts'
import { AppError } from '../shared/errors.ts'
import { eastern } from '../shared/time/eastern.ts'
import { inBatches } from '../workers/schedule/company-batches.ts'
import { INGEST_MS } from '../workers/schedule/fire-slot.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'

/** Hundreds of requests may wait for a vendor's budget. */
const HISTORY_WITHIN_MS = 20 * 60_000

interface Options {
  history?: boolean
  json?: boolean
}

/** Requests for vendors by hand, in addition to those of the schedule. */
export function sourceCommand(env: Env, say: Say): Command {
  const command = new Command('source').description('the sources of the service: fetch one now')
  command
    .command('fetch <source>')
    .description('ask the vendors of a source now; what is stored already is not stored twice')
    .option('--history', 'everything that they have, as at the first start, and not only what is new')
    .option('--json', 'an object')
    .action(async (id: string, options: Options) => {
      const source = sourceNamed(id)
      if (source.everyMinute) {
        throw new AppError('invalid', `${id} is fetched each minute of a session, and a past minute cannot be fetched`)
      }
      await withOps(env, async ({ sql, clock, config }) => {
        const off = sourcesOff(sourceSetup(config))[source.id]
        if (off) throw new AppError('invalid', `${id} is off (${off}): give ops the settings that the workers have`)
        const now = clock.now()
        const request = requestOf(source, now, options)
        const messages = await inBatches(sql, request)
        await outboxOnly.transaction(sql, async () => ({ result: null, messages }))
        const { mode } = request.payload
        if (options.json) return say(JSON.stringify({ source: id, mode, requests: messages.length }))
        const batches = source.companies ? `, ${counted(messages.length, 'message')}` : ''
        say(`${id}: ${mode} requested${batches}; ops lag shows the stage ingest-${id}, source-health the result`)
      })
    })
  return command
}

function sourceNamed(id: string): Source {
  const source = sources.find((each) => each.id === id)
  if (!source) throw new AppError('invalid', `choose from ${SOURCES.join(', ')}`)
  return source
}

function requestOf(source: Source, now: Date, { history }: Options): NewMessage<'source.requested'> {
  const mode = history ? 'history' : 'latest'
  if (history && !hasHistory(source, now)) {
    throw new AppError('invalid', `${source.id} has no history: its vendors provide only current data`)
  }
  const slot = `ops-fetch:${now.toISOString()}`
  const deadline = new Date(now.getTime() + (history ? HISTORY_WITHIN_MS : INGEST_MS)).toISOString()
  return {
    id: `ops:${slot}/${source.id}#1`,
    type: 'source.requested',
    occurredAt: now,
    cycleId: null,
    payload: { source: source.id, slot, origin: 'scheduled', mode, deadline },
  }
}

function hasHistory(source: Source, at: Date): boolean {
  const context: FeedContext = { at, day: eastern(at).day, mode: 'history', fredApiKey: null }
  return source.companies !== undefined || source.feeds(context).length > 0
}
