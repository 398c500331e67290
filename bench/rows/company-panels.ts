import { readFile } from 'node:fs/promises'
import { STORED_PANELS } from '../../pipeline/company/index.ts'
import { AppError } from '../../shared/errors.ts'
import { scaffoldMembers } from '../../shared/postgres/company/companies.ts'
import { savePanels } from '../../shared/postgres/company/panels.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { DAY, startReplica } from '../market.ts'
import type { BareQuery } from '../measured/bare-query.ts'
import type { Database, Rig } from '../rig.ts'
import type { RatioRow } from '../row.ts'
import { quantile } from '../statistics.ts'

const NAMES = 530
const NAMES_QUICK = 5
/** The ten panels; the longer histories and the row of the watchlist are not routes of their own. */
const PANELS = STORED_PANELS.filter((panel) => panel !== 'watch' && !panel.endsWith('_year'))
/** Rows of a history that is served by default, and quarters that a filer has. */
const ROWS: Readonly<Record<string, number>> = { history: 60, quarters: 12, transactions: 40, episodes: 40 }
const P95 = 0.95
const TIMES_MAX = 5

const tickerOf = (at: number): string => `N${String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26))}`

/** An example of the documentation, with as many rows as a company has after a year. */
async function documentOf(panel: string): Promise<Record<string, unknown>> {
  const text = await readFile(new URL(`../../api/company/${panel}-example.json`, import.meta.url), 'utf8')
  const example = JSON.parse(text) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(example).map(([member, value]) => {
      const rows = ROWS[member]
      const isList = rows !== undefined && Array.isArray(value) && value.length > 0
      return [member, isList ? Array.from({ length: rows }, (_, at) => value[at % value.length]) : value]
    }),
  )
}

async function fillPanels({ sql }: Database, names: number): Promise<number> {
  const at = instantAt(DAY, '09:00')
  const tickers = Array.from({ length: names }, (_, index) => tickerOf(index))
  await scaffoldMembers(
    sql,
    tickers.map((symbol) => ({ symbol, sector: 'Energy' as const, since: null })),
    at,
  )
  let bytes = 0
  for (const panel of PANELS) {
    const document = await documentOf(panel)
    const documents = tickers.map((ticker) => ({ ticker, panel, document: JSON.stringify({ ...document, ticker }) }))
    bytes += documents[0]!.document.length
    await savePanels(sql, documents, at)
  }
  await sql`analyze`
  return bytes
}

/** The 95th percentile of the times of a client that reads each address once, in milliseconds. */
async function readEach(urls: readonly string[]): Promise<number> {
  const times: number[] = []
  for (const url of urls) {
    const started = performance.now()
    const answer = await fetch(url)
    const body = await answer.text()
    times.push(performance.now() - started)
    if (!answer.ok) throw new AppError('internal', `${url} answered ${answer.status}: ${body.slice(0, 200)}`)
  }
  return quantile(times, P95)
}

/** A fresh replica for each round, so that nothing it serves is in its memory yet. */
async function readCold(rig: Rig, database: Database, tickers: readonly string[]): Promise<number> {
  const replica = await startReplica(rig, { DATABASE_URL: database.url })
  // The routes themselves are warm: compiled code is no part of a read.
  await readEach(PANELS.flatMap((panel) => tickers.slice(0, 3).map((ticker) => pathOf(replica.url, ticker, panel))))
  const urls = tickers.slice(3).flatMap((ticker) => PANELS.map((panel) => pathOf(replica.url, ticker, panel)))
  return await readEach(urls)
}

const pathOf = (base: string, ticker: string, panel: string): string =>
  `${base}/api/v1/company/${ticker}${panel === 'profile' ? '' : `/${panel}`}`

export const companyPanels: RatioRow = {
  kind: 'ratio',
  id: 'company-panels',
  figure: `all ${PANELS.length} panels of ${NAMES} names read once each from a fresh replica, p95`,
  unit: 'ms',
  better: 'lower',
  ceiling: 'a bare fastify route that sends what one query by the primary key finds',
  goal: 1 / TIMES_MAX,
  async open(rig) {
    const database = await rig.database()
    await openServiceTime(database.sql, instantAt(DAY, '09:29'), { speed: 0, reason: 'bench' })
    const names = rig.quick ? NAMES_QUICK : NAMES
    const bytes = await fillPanels(database, names)
    const tickers = Array.from({ length: names }, (_, index) => tickerOf(index))
    const bare = rig.start('bench/measured/bare-query.ts')
    const { url } = await bare.ask<{ url: string }>({ databaseUrl: database.url } satisfies BareQuery)
    await readEach(PANELS.flatMap((panel) => tickers.slice(0, 3).map((ticker) => `${url}/${ticker}/${panel}`)))
    return {
      ours: () => readCold(rig, database, tickers),
      ceiling: () => readEach(tickers.slice(3).flatMap((ticker) => PANELS.map((panel) => `${url}/${ticker}/${panel}`))),
      note: () => `${names * PANELS.length} documents, ${Math.round(bytes / 1_000)} kB a name, one after the other`,
    }
  },
}
