import type { PriceTable } from './price-table.ts'
import type { Universe } from './universe.ts'

const DEVIATION_SESSIONS = 60

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
  peers: Map<string, readonly number[]>
}

/** Each session is read once and looks at its own past only. */
export function placeboPools(
  table: PriceTable,
  universe: Universe,
  sectors: ReadonlyMap<string, string>,
): PlaceboPools {
  const sessions = new Map<number, Session>()
  const sectorOf = table.tickers.map((ticker) => sectors.get(ticker) ?? null)
  const sessionAt = (at: number): Session => {
    const known = sessions.get(at)
    if (known) return known
    const read = readSession(table, universe, at)
    sessions.set(at, read)
    return read
  }
  return {
    isMember: (ticker, at) => sessionAt(at).members[ticker] === 1,
    third: (ticker, at) => sessionAt(at).thirds[ticker]!,
    peers(ticker, at) {
      const { peers, thirds } = sessionAt(at)
      const [third, sector] = [thirds[ticker]!, sectorOf[ticker]!]
      const key = `${third} ${sector ?? ''}`
      const known = peers.get(key)
      if (known) return known
      const found = table.tickers.flatMap((_name, other) =>
        thirds[other] === third && (sector === null || sectorOf[other] === sector) ? [other] : [],
      )
      peers.set(key, found)
      return found
    },
    hasSector: (ticker) => sectorOf[ticker] !== null,
  }
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
  return { thirds, members, peers: new Map() }
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
