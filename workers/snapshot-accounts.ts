import type { Message, StageHandler } from '../shared/broker/run-stage.ts'
import { type AccountSnapshotMark, SNAPSHOT_MARKS_MAX } from '../shared/domain/trading/account-snapshot.ts'
import type { Log } from '../shared/log.ts'
import type { LiveMarket } from '../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../shared/market/market-limits.ts'
import { markNow, readMarks } from '../shared/market/marks.ts'
import { storedQuotesFirst } from '../shared/market/stored-quotes-first.ts'
import type { TouchLookup, TouchMarket } from '../shared/market/touches.ts'
import { latestQuotes } from '../shared/postgres/market/latest-quotes.ts'
import type { Db, Pool } from '../shared/postgres/server/db.ts'
import type { ServiceClock } from '../shared/postgres/server/service-time.ts'
import {
  type AccountSnapshot,
  type HeldAccount,
  heldByAccounts,
  saveAccountSnapshots,
} from '../shared/postgres/trading/account-snapshots.ts'
import { nextSession } from '../shared/time/calendar.ts'
import type { Clock } from '../shared/time/clock.ts'
import { eastern, easternIso } from '../shared/time/eastern.ts'
import { closingMarks, type UnitMark } from './closing-marks.ts'

/** All accounts of a slot are valued at the same prices, and no client waits for them. */
export const SNAPSHOT_LIMITS = {
  ...MARKET_LIMITS,
  realtimeKeptMs: 30_000,
  delayedKeptMs: 30_000,
  quoteDeadlineMs: 5_000,
  chainDeadlineMs: 10_000,
  chainsKept: 200,
}

/** An hourly snapshot later than this would carry the marks of another hour. */
const HOURLY_LATE_MS = 30 * 60_000
/** Snapshots are hourly, so a quote that the quotes worker fetched within the last minute is recent enough. */
const QUOTE_FRESH_MS = 60_000
const BENCHMARK = 'SPY'

/**
 * On a commanded clock only quotes of the instant itself count. How much earlier the quotes worker fetched others
 * depends on the machine, and a replay must give the same marks.
 */
export const snapshotMarket = (sql: Db, market: LiveMarket, clock: Pick<ServiceClock, 'isGoverned'>): TouchMarket => ({
  async quotes(symbols, now) {
    const stored = await latestQuotes(sql, symbols)
    const freshMs = () => (clock.isGoverned() ? 0 : QUOTE_FRESH_MS)
    return await storedQuotesFirst(symbols, now, { stored, market, freshMs, prefer: 'answer' })
  },
  chain: (underlying, which) => market.chain(underlying, which),
})

interface Deps {
  sql: Pool
  market: TouchMarket
  /** Returns a vendor's own quotes, with the last regular trade where the vendor has it. */
  vendors: Pick<LiveMarket, 'quotes'>
  clock: Clock
  log: Log
}

/** Saves the equity of accounts, hourly at the marks of that moment, at a close at the closes; never an estimate. */
export function portfolioStage({
  sql,
  market,
  vendors,
  clock,
  log,
}: Deps): StageHandler<'portfolio.due', AccountSnapshot[]> {
  return {
    stage: 'portfolio',
    handles: ['portfolio.due'],
    async prepare({ payload }) {
      const { slot, kind } = payload
      const at = new Date(payload.at)
      if (isTooLate(payload, clock.now())) {
        log.warn({ slot, from: payload.fromAccount, through: payload.throughAccount }, 'snapshots_too_late')
        return []
      }
      const accounts = await heldByAccounts(sql, payload)
      const names = accounts.flatMap(({ positions }) => positions.map(({ instrument }) => instrument))
      const now = clock.now()
      const marks = await readMarks(market, [BENCHMARK, ...names], now)
      const { day } = eastern(at)
      const closes =
        kind === 'close' ? await closingMarks({ sql, market: vendors }, [BENCHMARK, ...names], { day, now }) : new Map()
      const unitMark = (name: string): UnitMark => closes.get(name) ?? liveMark(marks.get(name)!, now)
      const spyE4 = unitMark(BENCHMARK).mark_e4
      return accounts.map((account) => ({ ...worthOf(account, unitMark), slot, kind, at, spyE4 }))
    },
    async handle(tx, { payload: { slot } }, snapshots) {
      await saveAccountSnapshots(tx, snapshots)
      const unmarked = snapshots.filter((each) => each.equityE4 === null).length
      log.info({ slot, accounts: snapshots.length, unmarked }, 'accounts_valued')
      return []
    },
  }
}

function isTooLate({ kind, at }: Message<'portfolio.due'>['payload'], now: Date): boolean {
  const instant = new Date(at)
  if (kind === 'hourly') return now.getTime() - instant.getTime() > HOURLY_LATE_MS
  return now >= nextSession(eastern(instant).day).open
}

type Worth = Omit<AccountSnapshot, 'slot' | 'kind' | 'at' | 'spyE4'>

function liveMark(answer: TouchLookup, now: Date): UnitMark {
  const { markE4, reason } = markNow(answer, now)
  const { touch } = answer
  return { mark_e4: markE4, quoted_at: touch && easternIso(touch.quotedAt), source: touch?.source ?? null, reason }
}

function worthOf(account: HeldAccount, unitMark: (name: string) => UnitMark): Worth {
  const { positions, ...rest } = account
  const marks = positions.map(({ instrument, quantity }): AccountSnapshotMark => {
    const mark = unitMark(instrument)
    return { instrument, quantity, ...mark, value_e4: mark.mark_e4 === null ? null : mark.mark_e4 * quantity }
  })
  const unmarked = marks.filter(({ value_e4 }) => value_e4 === null).length
  const positionsE4 = unmarked > 0 ? null : marks.reduce((sum, { value_e4 }) => sum + value_e4!, 0)
  return {
    ...rest,
    positions: positions.length,
    unmarked,
    positionsE4,
    equityE4: positionsE4 === null ? null : account.cashE4 + positionsE4,
    marks: marks.sort(bySize).slice(0, SNAPSHOT_MARKS_MAX),
  }
}

const bySize = (a: AccountSnapshotMark, b: AccountSnapshotMark): number =>
  Math.abs(b.value_e4 ?? 0) - Math.abs(a.value_e4 ?? 0)
