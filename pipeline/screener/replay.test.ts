import { expect, test } from 'vitest'
import { noiseWorld, type WorldOrder, worldInput } from '../../harness/fixtures/screener-world.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { addBar, atr14, emptyState } from './indicators.ts'
import { barAt } from './price-table.ts'
import type { ReplayLine } from './replay-lines.ts'
import { replayScreener } from './replay-screener.ts'
import type { ReplayInput } from './replay-state.ts'

const ORDER: WorldOrder = { seed: 7, tickers: 20, sessions: 400 }

function linesOf(input: ReplayInput): string[] {
  return [...replayScreener(input)].map((line) => JSON.stringify(line))
}

/** The world as a file of fewer sessions would have it. */
function cut(input: ReplayInput, sessions: number): ReplayInput {
  const { table } = input
  const short = (list: Float64Array) => list.slice(0, sessions)
  const column = ({ close, range }: (typeof table)['benchmark']) => ({
    close: short(close),
    range: range && {
      open: short(range.open),
      high: short(range.high),
      low: short(range.low),
      volume: short(range.volume),
    },
  })
  return {
    ...input,
    table: {
      ...table,
      days: table.days.slice(0, sessions),
      columns: table.columns.map(column),
      benchmark: column(table.benchmark),
    },
  }
}

test.each([
  { ...ORDER, withBars: false },
  { ...ORDER, withBars: true },
])('a longer history begins with the lines of a shorter one, with bars: $withBars', (order) => {
  const input = worldInput(noiseWorld(order))
  const whole = linesOf(input)
  expect(whole.length).toBeGreaterThan(250)
  for (const sessions of [300, 399]) {
    const shorter = linesOf(cut(input, sessions))
    expect(shorter).toEqual(whole.slice(0, shorter.length))
  }
})

test.each([false, true])(
  'no line before a session changes with its prices or later ones, with bars: %s',
  (withBars) => {
    const world = noiseWorld({ ...ORDER, withBars })
    const before = linesOf(worldInput(world))
    const at = 350
    const day = world.days[at]!
    const changed = worldInput(world)
    for (const column of [...changed.table.columns, changed.table.benchmark]) {
      for (const list of [column.close, ...Object.values(column.range ?? {})]) {
        for (let later = at; later < list.length; later++) list[later] = list[later]! * (later % 2 === 0 ? 1.4 : 0.7)
      }
    }
    const after = linesOf(changed)
    const first = before.findIndex((line, place) => line !== after[place])
    expect(first).toBeGreaterThan(0)
    // The first line that differs belongs to the changed session, which may be a lock that entered in it.
    const { at: instant, entry_date, from } = JSON.parse(after[first]!) as Record<string, string>
    expect([instant?.slice(0, 10), entry_date, from]).toContain(day)
  },
)

test('a replay until a day equals the beginning of the whole one', () => {
  const input = worldInput(noiseWorld(ORDER))
  const whole = linesOf(input)
  const part = linesOf({ ...input, to: input.table.days[340]! })
  expect(part).toEqual(whole.slice(0, part.length))
})

const parsed = (order: WorldOrder) => [...replayScreener(worldInput(noiseWorld(order)))] as ReplayLine[]

test('contracts are locked in runs alone, one per side and slot, and none is evicted', () => {
  const lines = parsed({ ...ORDER, withBars: true })
  const runs = new Set(lines.filter(({ kind }) => kind === 'run').map(({ at }) => at))
  const locks = lines.filter(({ kind }) => kind === 'lock')
  expect(locks.length).toBeGreaterThan(20)
  expect(locks.every(({ run_at }) => runs.has(run_at))).toBe(true)
  const held = new Map<string, unknown>()
  const slotOf = new Map<unknown, string>()
  for (const line of lines) {
    if (line.kind === 'lock') {
      const slot = `${line.side} ${line.slot}`
      expect(held.has(slot)).toBe(false)
      held.set(slot, line.id)
      slotOf.set(line.id, slot)
    } else if (line.kind === 'exit') {
      expect(held.get(slotOf.get(line.id)!)).toBe(line.id)
      held.delete(slotOf.get(line.id)!)
      expect(['horizon', 'price', 'macro', 'delisted']).toContain(line.reason)
    }
  }
  const outcomes = lines.filter(({ kind, excess }) => kind === 'outcome' && excess !== null)
  for (const { excess, cost, ...line } of outcomes) {
    expect(excess).toBeCloseTo((line.return as number) - (line.spy_return as number) - (cost as number), 12)
  }
})

test('a session with bars has two runs, one with closes alone has one', () => {
  const count = (withBars: boolean) =>
    parsed({ ...ORDER, sessions: 280, withBars }).filter(({ kind }) => kind === 'run').length
  expect([count(false), count(true)]).toEqual([280, 560])
})

test('a lock enters at the first price after its run, with the ATR through the session before', () => {
  const input = worldInput(noiseWorld({ ...ORDER, withBars: true }))
  const { days, tickers, columns } = input.table
  const locks = [...replayScreener(input)].filter(({ kind }) => kind === 'lock')
  expect(locks.length).toBeGreaterThan(20)
  for (const { run_at, ticker, side, entry_date, entry_price, atr, invalidation } of locks) {
    const [at, column] = [days.indexOf(entry_date as TradingDay), columns[tickers.indexOf(ticker as string)]!]
    const isMorning = String(run_at).includes('T10:30')
    const ranAt = days.indexOf(String(run_at).slice(0, 10) as TradingDay)
    expect(at).toBe(isMorning ? ranAt : ranAt + 1)
    expect(entry_price).toBe(isMorning ? column.close[at] : column.range!.open[at])
    const state = emptyState()
    for (let before = 0; before < at; before++) addBar(state, barAt(column, before)!)
    expect(atr).toBe(atr14(state))
    const sign = side === 'long' ? 1 : -1
    expect(invalidation).toBeCloseTo((entry_price as number) - sign * 1.5 * (atr as number), 10)
  }
})
