import { LRUCache } from 'lru-cache'

/** A bounded memo of pure results: a forgotten one is computed again to the same value, so order cannot matter. */
export const memo = <Input, Result extends object>(
  entries_max: number,
  keyOf: (input: Input) => string | number,
  compute: (input: Input) => Result,
): ((input: Input) => Result) => {
  const results = new LRUCache<string | number, Result>({ max: entries_max })
  return (input) => {
    const key = keyOf(input)
    const known = results.get(key)
    if (known) return known
    const result = compute(input)
    results.set(key, result)
    return result
  }
}
