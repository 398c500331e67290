import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type ParsedPrices, parseCloses } from '../../pipeline/screener/parse-prices.ts'
import { parseMembers, parseSectors } from '../../pipeline/screener/parse-universe.ts'
import type { Membership } from '../../pipeline/screener/universe.ts'

export interface ScreenerData {
  files: readonly string[]
  closes: ParsedPrices
  members: readonly Membership[]
  sectors: ReadonlyMap<string, string>
}

const CLOSES = /^members-closes-.*\.csv(\.gz)?$/

/** Reads the members' closes from the folder of the history; null if there are none. */
export function readScreenerData(folder: string): ScreenerData | null {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => CLOSES.test(name))
        .toSorted()
    : []
  const members = textOf(folder, 'sp500_membership.csv')
  if (files.length === 0 || members === null) return null
  const closes: ParsedPrices = new Map()
  for (const file of files) {
    for (const [symbol, bars] of parseCloses(textOf(folder, file)!, file).prices) {
      closes.set(symbol, new Map([...(closes.get(symbol) ?? []), ...bars]))
    }
  }
  const sectors = textOf(folder, 'sp500_sectors.csv')
  return {
    files,
    closes,
    members: parseMembers(members, 'sp500_membership.csv'),
    sectors: sectors === null ? new Map() : parseSectors(sectors, 'sp500_sectors.csv'),
  }
}

function textOf(folder: string, name: string): string | null {
  const path = join(folder, name)
  if (!existsSync(path)) return null
  const bytes = readFileSync(path)
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

interface Range {
  high: number
  low: number
  close: number
}

/** Sum of SPY's true ranges over the sum of its absolute changes: what a range from closes alone is scaled by. */
export function rangeFactor(folder: string): { factor: number; sessions: number } | null {
  const days = new Map<string, Partial<Range>>()
  for (const name of readdirSync(folder).filter((each) => /^history-.*\.csv(\.gz)?$/.test(each))) {
    for (const line of textOf(folder, name)!.split('\n')) {
      const [series, day, value] = line.split(',')
      const key = series?.match(/^spy_(high|low|close)$/)?.[1] as keyof Range | undefined
      if (key && day) days.set(day, { ...days.get(day), [key]: Number(value) })
    }
  }
  const bars = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, bar]) => bar)
  let [ranges, changes, sessions, before] = [0, 0, 0, Number.NaN]
  for (const { high, low, close } of bars) {
    if (high === undefined || low === undefined || close === undefined) continue
    if (!Number.isNaN(before)) {
      ranges += (Math.max(high, before) - Math.min(low, before)) / before
      changes += Math.abs(close - before) / before
      sessions++
    }
    before = close
  }
  return changes === 0 ? null : { factor: ranges / changes, sessions }
}
