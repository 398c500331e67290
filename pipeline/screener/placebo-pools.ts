import type { PriceTable } from './price-table.ts'
import type { Universe } from './universe.ts'

const DEVIATION_SESSIONS = 60
const NO_SECTOR = -1

/** Who could have been picked instead on a session of a table: members of that day, by sector and volatility third. */
export interface PlaceboPools {
  isMember(ticker: number, at: number): boolean
  /** 0 calm, 1 middle, 2 wild among the members of the session; −1 where it is not known. */
  third(ticker: number, at: number): number
  /** Members of the same third and, where it is known, the same sector. */
  peers(ticker: number, at: number): readonly number[]
  hasSector(ticker: number): boolean
}

interface Session {
  thirds: Int8Array
  members: Uint8Array
  /** By third and sector. */
  peers: (readonly number[] | undefined)[]
}

/** Each session is read once and uses only its own past. */
export function placeboPools(
  table: PriceTable,
  universe: Universe,
  sectors: ReadonlyMap<string, string>,
): PlaceboPools {
  // A session is read when it is first drawn from: an array, because draws look at it a million times a month.
  const sessions: (Session | undefined)[] = table.days.map(() => undefined)
  const numbers = new Map([...new Set(sectors.values())].map((sector, number) => [sector, number]))
  const sectorOf = Int32Array.from(table.tickers, (ticker) => numbers.get(sectors.get(ticker) ?? '') ?? NO_SECTOR)
  const sessionAt = (at: number): Session => {
    sessions[at] ??= readSession(table, universe, at)
    return sessions[at]
  }
  return {
    isMember: (ticker, at) => sessionAt(at).members[ticker] === 1,
    third: (ticker, at) => sessionAt(at).thirds[ticker]!,
    peers(ticker, at) {
      const { peers, thirds } = sessionAt(at)
      const [third, sector] = [thirds[ticker]!, sectorOf[ticker]!]
      const key = (third + 1) * (numbers.size + 1) + sector + 1
      peers[key] ??= peersOf(thirds, sectorOf, { third, sector })
      return peers[key]
    },
    hasSector: (ticker) => sectorOf[ticker] !== NO_SECTOR,
  }
}

function peersOf(
  thirds: Int8Array,
  sectorOf: Int32Array,
  { third, sector }: { third: number; sector: number },
): readonly number[] {
  const found: number[] = []
  for (let other = 0; other < thirds.length; other++) {
    if (thirds[other] === third && (sector === NO_SECTOR || sectorOf[other] === sector)) found.push(other)
  }
  return found
}

function readSession(table: PriceTable, universe: Universe, at: number): Session {
  const day = table.days[at]!
  const thirds = new Int8Array(table.tickers.length).fill(-1)
  const members = new Uint8Array(table.tickers.length)
  const deviations: { ticker: number; deviation: number }[] = []
  for (const [ticker, name] of table.tickers.entries()) {
    if (!universe.has(name, day)) continue
    members[ticker] = 1
    const deviation = deviationBy(table.columns[ticker]!.close, at)
    if (!Number.isNaN(deviation)) deviations.push({ ticker, deviation })
  }
  deviations.sort((a, b) => a.deviation - b.deviation || a.ticker - b.ticker)
  for (const [place, { ticker }] of deviations.entries()) thirds[ticker] = Math.floor((3 * place) / deviations.length)
  return { thirds, members, peers: [] }
}

function deviationBy(close: Float64Array, at: number): number {
  if (at < DEVIATION_SESSIONS) return Number.NaN
  let [sum, squares] = [0, 0]
  for (let position = at - DEVIATION_SESSIONS + 1; position <= at; position++) {
    const move = Math.log(close[position]! / close[position - 1]!)
    sum += move
    squares += move * move
  }
  return Math.sqrt((squares - (sum * sum) / DEVIATION_SESSIONS) / (DEVIATION_SESSIONS - 1))
}
