/** Remembers what was computed from an object nobody changes, for as long as the object lives. */
export function oncePer<Given extends object, Made>(compute: (given: Given) => Made): (given: Given) => Made {
  const known = new WeakMap<Given, { made: Made }>()
  return (given) => {
    const before = known.get(given)
    if (before) return before.made
    const made = compute(given)
    known.set(given, { made })
    return made
  }
}
