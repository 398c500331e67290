import { Command } from 'commander'
import type { NewMessage } from '../shared/broker/new-message.ts'
import { outboxOnly } from '../shared/broker/relay.ts'
import type { SourceId } from '../shared/domain/market/source-id.ts'
import { SYMBOL } from '../shared/domain/market/tradeable.ts'
import { AppError } from '../shared/errors.ts'
import {
  addCompany,
  type Company,
  listCompanies,
  PINNED_MAX,
  pinCompany,
  removeCompany,
  unpinCompany,
} from '../shared/postgres/company/companies.ts'
import type { Env, Say } from './calendar.ts'
import { type Ops, withOps } from './connect.ts'
import { table } from './table.ts'

const WAIT_MS = 20 * 60_000
const OF_ALL: readonly SourceId[] = ['filings', 'estimates']
const OF_PINNED: readonly SourceId[] = ['chains', 'headlines']

/** BRK-B and brk/b mean BRK.B. */
export function tickerOf(text: string): string {
  const ticker = text.trim().toUpperCase().replace(/[-/]/, '.')
  if (!SYMBOL.test(ticker)) throw new AppError('invalid', 'a ticker is written like AAPL or BRK.B')
  return ticker
}

/**
 * Requests everything that vendors have of a company, so that its panels fill within minutes instead of in the evening.
 */
async function fetchNow({ sql, clock }: Ops, ticker: string, sources: readonly SourceId[]): Promise<void> {
  const now = clock.now()
  const messages = sources.map((source): NewMessage<'source.requested'> => {
    const slot = `ops-company:${ticker}:${now.toISOString()}`
    return {
      id: `ops:${slot}/${source}#1`,
      type: 'source.requested',
      occurredAt: now,
      cycleId: null,
      payload: {
        source,
        slot,
        origin: 'scheduled',
        mode: 'history',
        deadline: new Date(now.getTime() + WAIT_MS).toISOString(),
        companies: [ticker],
      },
    }
  })
  await outboxOnly.transaction(sql, async () => ({ result: null, messages }))
}

const shown = ({ ticker, name, sector, cik, origin, pinnedAt }: Company) => ({
  ticker,
  name: name ?? '',
  sector: sector ?? '',
  cik: cik ?? '',
  origin,
  pinned: pinnedAt === null ? '' : 'pinned',
})

const unknown = (ticker: string): AppError =>
  new AppError('not_found', `${ticker} is not scaffolded: add it with ops company add ${ticker}`)

export function scaffoldCommands(env: Env, say: Say): Command[] {
  const change = (name: string, description: string, work: (ops: Ops, ticker: string) => Promise<string>) =>
    new Command(name)
      .description(description)
      .argument('<ticker>', 'the ticker; class shares as BRK.B or BRK-B')
      .action(async (text: string) => say(await withOps(env, (ops) => work(ops, tickerOf(text)))))
  return [
    change(
      'add',
      'know a company: its panels answer, and its filings and estimates are fetched',
      async (ops, ticker) => {
        const added = await addCompany(ops.sql, ticker, ops.clock.now())
        if (!added) return `${ticker} is known already`
        await fetchNow(ops, ticker, OF_ALL)
        return `${ticker} is added; its filings and estimates are being fetched`
      },
    ),
    change('remove', 'forget a company: its panels answer 404; its rows are kept', async ({ sql, clock }, ticker) => {
      if (!(await removeCompany(sql, ticker, clock.now()))) throw unknown(ticker)
      return `${ticker} is removed; ops company add ${ticker} brings it back`
    }),
    change(
      'pin',
      `watch a company: its option chain is fetched each evening (at most ${PINNED_MAX})`,
      async (ops, ticker) => {
        const pinned = await pinCompany(ops.sql, ticker, ops.clock.now())
        if (pinned === 'unknown') throw unknown(ticker)
        if (pinned === 'full')
          throw new AppError(
            'conflict',
            `${PINNED_MAX} companies are pinned already: unpin one first (ops company list --pinned)`,
          )
        await fetchNow(ops, ticker, OF_PINNED)
        return `${ticker} is pinned`
      },
    ),
    change('unpin', 'no longer fetch the option chain of a company; its rows are kept', async ({ sql }, ticker) => {
      if (!(await unpinCompany(sql, ticker))) throw new AppError('not_found', `${ticker} is not pinned`)
      return `${ticker} is no longer pinned`
    }),
    new Command('list')
      .description('the companies that are known')
      .option('--pinned', 'only the pinned ones')
      .option('--json', 'an array of objects')
      .action(async ({ pinned, json }: { pinned?: boolean; json?: boolean }) => {
        await withOps(env, async ({ sql }) => {
          const companies = await listCompanies(sql)
          const rows = companies.filter(({ pinnedAt }) => !pinned || pinnedAt !== null)
          say(json ? JSON.stringify(rows, null, 2) : table(rows.map(shown), 'no company is known yet'))
        })
      }),
  ]
}
