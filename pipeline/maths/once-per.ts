/** Its instances are the objects that it is given, so that a derived class adds its private field to them. */
function Given(object: object): object {
  return object
}
const Itself = Given as unknown as new (object: object) => object

/**
 * Remembers the result for each object that it was computed from, which must not change, as long as that object lives.
 * Further arguments may only make the first computation cheaper, never change its result.
 *
 * The result is stored in a private field of the object. A WeakMap would do the same, but V8 keeps the values of a
 * WeakMap alive through every collection of young objects, so a replay held the inputs of thousands of evenings in
 * memory.
 */
export function oncePer<Input extends object, Result, Helps extends unknown[]>(
  compute: (input: Input, ...helps: Helps) => Result,
): (input: Input, ...helps: Helps) => Result {
  class Known extends Itself {
    readonly #result: Result

    constructor(input: Input, result: Result) {
      super(input)
      this.#result = result
    }

    static of(input: Input, helps: Helps): Result {
      if (#result in input) return (input as unknown as Known).#result
      const result = compute(input, ...helps)
      new Known(input, result)
      return result
    }
  }
  return (input, ...helps) => Known.of(input, helps)
}
