interface PrimarySample {
  lsn: bigint
  atMs: number
}

/** Enough for a standby that lags by minutes at four samples a second; one that lags more is not read anyway. */
const SAMPLES_MAX = 2_000

/**
 * Measures the lag of a standby by the WAL positions that the primary had; it does not compare the clocks of two
 * machines.
 */
export class StandbyLag {
  #samples: PrimarySample[] = []
  #replayed: bigint | null = null
  #newestMs = Number.NEGATIVE_INFINITY

  /** The primary had written up to here at this time of our monotonic clock. */
  notePrimary(lsn: bigint, atMs: number): void {
    this.#newestMs = atMs
    if (this.#samples.at(-1)?.lsn !== lsn) this.#samples.push({ lsn, atMs })
    if (this.#samples.length > SAMPLES_MAX) this.#samples.splice(1, 1)
    this.#forget()
  }

  noteReplayed(lsn: bigint): void {
    this.#replayed = lsn
    this.#forget()
  }

  hasReplayed(lsn: bigint): boolean {
    return this.#replayed !== null && this.#replayed >= lsn
  }

  /** Null while it is not known: the primary or the standby has not answered for `freshMs`, or never. */
  lagMs(nowMs: number, freshMs: number): number | null {
    if (this.#replayed === null || nowMs - this.#newestMs > freshMs) return null
    const first = this.#samples[0]
    return first ? nowMs - first.atMs : 0
  }

  #forget(): void {
    const replayed = this.#replayed
    if (replayed !== null) this.#samples = this.#samples.filter(({ lsn }) => lsn > replayed)
  }
}

/** Reads a position as Postgres prints it: two hexadecimal numbers. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
