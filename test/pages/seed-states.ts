import { readFileSync } from 'node:fs'
import { optionChain } from '../../harness/fixtures/option-chain.ts'
import { analyseChain } from '../../pipeline/gamma/analyse-chain.ts'
import type { MarketInputs } from '../../pipeline/inputs/market-inputs.ts'
import { computeSnapshot } from '../../pipeline/snapshot/compute-snapshot.ts'
import { cycleDocuments } from '../../pipeline/snapshot/cycle-documents.ts'
import { savePanels } from '../../shared/postgres/company/panels.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { storeFlow } from '../../workers/ingest/store-flow.ts'
import { NOW, seed, seedSession } from '../api/support/seed.ts'
import { seedCycle } from '../api/support/seed-cycle.ts'

const PANELS = ['profile', 'price', 'options', 'gamma', 'earnings', 'ownership', 'sentiment', 'analogs'] as const
const BOARD = ['board', 'candidates', 'trust-board', 'board-track-record', 'exits'] as const
const SESSIONS = 90

const EVIDENCE = {
  value: 41.2,
  unit: '',
  threshold: 40,
  clears_at: 35,
  change: null,
  change_sessions: null,
  observed_at: '2026-11-20T09:45:00-05:00',
  inputs: [],
  rules_version: '1',
}

/** A day whose market is known: its volatility, and how the texts of its documents are changed before they are stored. */
interface Day {
  inputs: MarketInputs
  volatility: number
  spoil?(json: string): string
}

const example = (name: string): string =>
  readFileSync(new URL(`../../api/${name}-example.json`, import.meta.url), 'utf8')

/** Everything that pages read: a cycle with its chain, flow, a history, a company, and the board of the screener. */
export async function seedDay(sql: Pool, { inputs, volatility, spoil = (json) => json }: Day): Promise<void> {
  await seed(sql)
  const { cutoff, quotes } = inputs
  const quotedAt = new Date(cutoff.getTime() - 15 * 60_000)
  const wish = { spot: quotes.SPY!.price, volatility, quotedAt }
  const chain = optionChain(wish)
  const analysis = analyseChain(chain, { rate: 0.04, source: 'given' })
  const known = {
    ...inputs,
    chain: {
      underlying: 'SPY',
      spot: chain.spot,
      quotedAt,
      knownAt: cutoff,
      netGamma: analysis.net_gamma_usd_per_pct,
      netGammaWithoutToday: (analysis.without_today ?? analysis).net_gamma_usd_per_pct ?? null,
      callWall: analysis.call_wall,
      putWall: analysis.put_wall,
      contractsUsed: analysis.contracts.used,
      contractsSkipped: analysis.contracts.skipped.reduce((sum, { count }) => sum + count, 0),
      source: 'options',
      analysis,
    },
  }
  const context = { cycleId: 'cycle', origin: 'scheduled' } as const
  const documents = cycleDocuments(known, context).map(({ key, value }) => [key, value])
  const { cycle_id: _, ...snapshot } = JSON.parse(spoil(JSON.stringify(computeSnapshot(known, context))))
  await seedCycle(sql, NOW.toISOString(), { ...snapshot, run: 2, documents: Object.fromEntries(documents) })
  await seedPast(sql)
  const earlier = { ...optionChain({ ...wish, volume: 400 }), quotedAt: new Date(quotedAt.getTime() - 6 * 60_000) }
  for (const each of [earlier, chain])
    await sql.begin((tx) =>
      storeFlow(tx, each, { at: cutoff, source: 'options', origin: 'scheduled', logsLarge: true }),
    )
  const panels = PANELS.map((panel) => ({ ticker: 'AAPL', panel, document: spoil(example(`company/${panel}`)) }))
  await savePanels(sql, panels, cutoff)
  for (const name of BOARD) {
    const model = { key: `screener/${name}`, contentType: 'application/json', body: spoil(example(`screener/${name}`)) }
    await saveReadModel(sql, { ...model, asOf: cutoff, run: 1 })
  }
}

async function seedPast(sql: Pool): Promise<void> {
  let day = tradingDay('2026-11-17')
  for (let at = 0; at < SESSIONS; at++) {
    day = previousSession(day).day
    const swing = Math.sin(at / 7)
    await seedSession(sql, day, {
      regime: at % 40 < 30 ? 'RISK-ON' : 'CAUTIOUS',
      healthScore: Math.round(55 + 15 * swing),
      scoreLow: 30,
      scoreHigh: 80,
      vixClose: Number((18 - 4 * swing).toFixed(2)),
    })
  }
}

export const fireAlert = (sql: Pool, message: string) => sql`
  with state as (insert into alert_state (alert_id, evaluated_through) values ('VIX_PANIC', ${NOW}))
  insert into alerts (alert_id, episode, severity, message, fired_at, evidence, origin)
  values ('VIX_PANIC', 'VIX_PANIC:1', 'critical', ${message}, ${NOW}, ${sql.json(EVIDENCE)}, 'scheduled')`
