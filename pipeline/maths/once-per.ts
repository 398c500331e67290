/** Remembers the result for each object that it was computed from, which must not change, while that object lives. */
export function oncePer<Input extends object, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  const known = new WeakMap<Input, { result: Result }>()
  return (input) => {
    const before = known.get(input)
    if (before) return before.result
    const result = compute(input)
    known.set(input, { result })
    return result
  }
}
