/**
 * Remembers the result for each object that it was computed from, which must not change, while that object lives. Further
 * arguments may only make the first computation cheaper, never change its result.
 */
export function oncePer<Input extends object, Result, Helps extends unknown[]>(
  compute: (input: Input, ...helps: Helps) => Result,
): (input: Input, ...helps: Helps) => Result {
  const known = new WeakMap<Input, { result: Result }>()
  return (input, ...helps) => {
    const before = known.get(input)
    if (before) return before.result
    const result = compute(input, ...helps)
    known.set(input, { result })
    return result
  }
}
