/** A word of a path weighs more than one of the text, such as `trades` of `test/trading/trades.test.ts`. */
const PATH_WEIGHT = 3

/** Words in the singular and in lower case; `lockCycle` and `lock-cycle` are two words each. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/(?<=..[^s])s$/, ''))

function weightsOf(path: string, text: string): Map<string, number> {
  const weights = new Map(wordsOf(text).map((word) => [word, 1]))
  for (const word of wordsOf(path)) weights.set(word, PATH_WEIGHT)
  return weights
}

/**
 * Returns how similar a file and each of these tests are in their words: the cosine of their vectors, where a word
 * weighs more if fewer tests have it. This finds the file of a test that names a route, a header or a function.
 */
export function likenessTo(
  path: string,
  tests: readonly string[],
  textOf: (path: string) => string,
): Map<string, number> {
  const own = weightsOf(path, textOf(path))
  const others = tests.map((test) => weightsOf(test, textOf(test)))
  const frequency = new Map<string, number>()
  for (const weights of others) for (const word of weights.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const rarity = (word: string): number => Math.log((others.length + 1) / ((frequency.get(word) ?? 0) + 0.5))
  return new Map(
    others.map((weights, at) => {
      let shared = 0
      let length = 0
      for (const [word, weight] of weights) {
        const value = weight * rarity(word)
        length += value * value
        shared += value * (own.get(word) ?? 0) * rarity(word)
      }
      return [tests[at]!, length > 0 ? shared / Math.sqrt(length) : 0]
    }),
  )
}
