/** So many tests are recorded in one run, so that the first few of a long list do not wait for the rest. */
const BATCH = 6

export interface Records {
  /** The functions of the mutated file that a test runs; null when that is not recorded. */
  ranBy(test: string): readonly string[] | null
  record(tests: readonly string[]): Promise<void>
}

/** Code that runs as a file is loaded, such as a constant, is used by every function of the file. */
const runs = (ran: readonly string[] | null, name: string | null): boolean =>
  ran !== null && (name === null ? ran.some((one) => one !== '') : ran.includes(name))

/**
 * The first tests of a ranking that run a function, as many as wanted; `name` is null for code outside of functions.
 * Tests are recorded in the order of the ranking, until enough are found or none is left.
 */
export async function coveringTests(
  ranked: readonly string[],
  name: string | null,
  max: number,
  { ranBy, record }: Records,
): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < ranked.length && found.length < max; at += BATCH) {
    const batch = ranked.slice(at, at + BATCH)
    const unknown = batch.filter((test) => ranBy(test) === null)
    if (unknown.length > 0) await record(unknown)
    found.push(...batch.filter((test) => runs(ranBy(test), name)))
  }
  return found.slice(0, max)
}
