/** A bounded memo of pure results: what it forgets is computed again to the same value, so it cannot leak order. */
export const lru = <Key, Value>(entries_max: number, compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>()
  return (key) => {
    const hit = known.get(key)
    const value = hit ?? compute(key)
    known.delete(key)
    known.set(key, value)
    if (known.size > entries_max) known.delete(known.keys().next().value as Key)
    return value
  }
}
