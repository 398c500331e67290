/** A bounded memo of pure results: what it forgets is computed again to the same value, so it cannot leak order. */
export const lru = <Asked, Value extends object>(
  entries_max: number,
  keyOf: (asked: Asked) => string | number,
  compute: (asked: Asked) => Value,
): ((asked: Asked) => Value) => {
  const known = new Map<string | number, Value>()
  return (asked) => {
    const key = keyOf(asked)
    const value = known.get(key) ?? compute(asked)
    // Deleting first moves the entry to the end, where the youngest are.
    known.delete(key)
    known.set(key, value)
    if (known.size > entries_max) known.delete(known.keys().next().value ?? key)
    return value
  }
}
