import { companyPanels } from '../pipeline/company/index.ts'
import type { CompanyInputs, Stored } from '../pipeline/company/inputs.ts'
import { NO_SECTOR, type SectorPast, sectorPast } from '../pipeline/company/panels/analogs.ts'
import type { GammaRow } from '../pipeline/company/panels/gamma.ts'
import { placesOf } from '../pipeline/company/states.ts'
import type { NewMessage } from '../shared/broker/new-message.ts'
import type { Message, StageHandler } from '../shared/broker/run-stage.ts'
import type { RecordKind } from '../shared/domain/market/company-record.ts'
import { closesInNewShares } from '../shared/domain/market/known-split.ts'
import type { Log } from '../shared/log.ts'
import type { Company } from '../shared/postgres/company/companies.ts'
import {
  companiesNamed,
  loadCompanies,
  type StoredCompany,
  sectorCloses,
  tickersBySector,
} from '../shared/postgres/company/load-company.ts'
import { companiesWithout, savePanels } from '../shared/postgres/company/panels.ts'
import { seriesAsKnown } from '../shared/postgres/market/observations.ts'
import type { Tx } from '../shared/postgres/server/db.ts'
import { announceDocuments } from '../shared/postgres/signals/read-models.ts'
import { splitsKnown } from '../shared/postgres/trading/corporate-actions.ts'
import type { Clock } from '../shared/time/clock.ts'
import { eastern } from '../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../shared/time/trading-day.ts'
import { chunks, panelBatches, panelsOf } from './schedule/company-batches.ts'

/** Companies whose rows are in memory at the same time. */
const LOADED_AT_ONCE = 10
/** As long as bars are stored: 252 sessions and the averages of the oldest. */
const BARS_DAYS = 450

/** Computes the panels of companies from what was known, in batches; one message fans out to all of them. */
export function companyStage({
  clock,
  log,
}: {
  clock: Clock
  log: Log
}): StageHandler<'company.due' | 'day.computed' | 'history.filled'> {
  return {
    stage: 'company',
    handles: ['company.due', 'day.computed', 'history.filled'],
    handle: (tx, message) =>
      message.type === 'company.due' ? computePanels(tx, message, log) : fanOut(tx, message, clock),
  }
}

/** Every company's panels, after the final row of a day and after a back-fill; past days have no panels. */
async function fanOut(
  tx: Tx,
  { id, type, payload }: Message<'company.due' | 'day.computed' | 'history.filled'>,
  clock: Clock,
): Promise<NewMessage[]> {
  if (type === 'day.computed' && 'origin' in payload && payload.origin === 'backfill') return []
  const cutoff = clock.now()
  const batches = panelBatches(await tickersBySector(tx))
  return batches.map((batch) => panelsOf(`all-${id.replaceAll('#', '-')}`, batch, { cutoff }))
}

async function computePanels(tx: Tx, { payload }: Message<'company.due'>, log: Log): Promise<NewMessage[]> {
  const cutoff = new Date(payload.cutoff)
  const { day } = eastern(cutoff)
  const from = addDays(day, -BARS_DAYS)
  const companies = await companiesNamed(tx, payload.companies)
  const { spy_close: market = [] } = await seriesAsKnown(tx, {
    series: ['spy_close'],
    from,
    upTo: day,
    knownBy: cutoff,
  })
  const due = payload.analogs ? companies : await companiesWithout(tx, 'analogs', companies)
  const pasts = await pastsOf(tx, due, { knownBy: cutoff, from, day })
  for (const some of chunks(companies, LOADED_AT_ONCE)) {
    const documents = (await loadCompanies(tx, some, { knownBy: cutoff, barsFrom: from, day })).flatMap((stored) => {
      const { company } = stored
      const gamma = (stored.records.gamma[0] ?? null) as Stored<GammaRow> | null
      const sector = due.includes(company) ? (pasts.get(company.sector ?? '') ?? NO_SECTOR) : null
      const panels = companyPanels(inputsOf(stored, { cutoff, day, market }), { gamma, sector })
      return Object.entries(panels).map(([panel, value]) => {
        return { ticker: company.ticker, panel, document: JSON.stringify(value) }
      })
    })
    await savePanels(tx, documents, cutoff)
  }
  await announceDocuments(tx, 'company')
  log.info({ companies: companies.length, cutoff: payload.cutoff }, 'panels_computed')
  return []
}

/** The past of the sectors of some companies: at least a year of closes of every name in them. */
async function pastsOf(
  tx: Tx,
  companies: readonly Company[],
  { knownBy, from, day }: { knownBy: Date; from: TradingDay; day: TradingDay },
): Promise<Map<string, SectorPast>> {
  const sectors = [...new Set(companies.flatMap(({ sector }) => sector ?? []))]
  const closes = sectors.length === 0 ? [] : await sectorCloses(tx, { sectors, knownBy, from })
  const splits = await splitsKnown(tx, { symbols: closes.map(({ ticker }) => ticker), upTo: day, knownBy })
  const whole = closes.map((each) => ({ ...each, closes: closesInNewShares(each, splits.get(each.ticker) ?? []) }))
  const names = Map.groupBy(whole, ({ sector }) => sector)
  return new Map([...names].map(([sector, own]) => [sector, sectorPast(placesOf(own))]))
}

/** Rows were validated when they were stored. */
const rowsOf = <T>(records: StoredCompany['records'], kind: RecordKind): Stored<T>[] => records[kind] as Stored<T>[]

export function inputsOf(
  { company, records, moved, bars, shortDays, splits, undecidedSplit }: StoredCompany,
  { cutoff, day, market }: { cutoff: Date; day: TradingDay; market: CompanyInputs['market'] },
): CompanyInputs {
  const earnings = rowsOf<CompanyInputs['earnings'][number]['row']>(records, 'earnings')
  return {
    company: {
      ticker: company.ticker,
      name: company.name,
      sector: company.sector,
      cik: company.cik,
      isMember: company.origin === 'member',
      isPinned: company.pinnedAt !== null,
    },
    cutoff,
    day,
    bars,
    market,
    profile: rowsOf<NonNullable<CompanyInputs['profile']>['row']>(records, 'profile')[0] ?? null,
    filings: rowsOf(records, 'filing'),
    ownership: rowsOf(records, 'ownership'),
    estimates: rowsOf(records, 'estimates'),
    earnings: earnings.map((each) => ({ ...each, row: { ...each.row, moved: moved.get(each.key) ?? 0 } })),
    options: rowsOf(records, 'options'),
    headlines: rowsOf(records, 'headline'),
    shortDays,
    splits,
    undecidedSplit,
  }
}
