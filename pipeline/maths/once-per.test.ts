import { describe, expect, it } from 'vitest'
import { oncePer } from './once-per.ts'

function counting<Input extends object, Result>(compute: (input: Input) => Result) {
  const computed: Input[] = []
  const remembered = oncePer((input: Input) => {
    computed.push(input)
    return compute(input)
  })
  return { computed, remembered }
}

describe('oncePer', () => {
  it('computes once for an object, an array and a frozen object, and again for an equal copy', () => {
    const { computed, remembered } = counting((input: object) => JSON.stringify(input))
    for (const input of [{ a: 1 }, [1, 2], Object.freeze({ b: 2 })]) {
      const first = remembered(input)
      expect(remembered(input)).toBe(first)
      remembered({ ...input })
    }
    expect(computed).toHaveLength(6)
  })

  it('remembers a result that is undefined or null', () => {
    const { computed, remembered } = counting((_: object) => undefined)
    const input = {}
    expect([remembered(input), remembered(input), computed.length]).toEqual([undefined, undefined, 1])
  })

  it('keeps the results of two computations over one object apart', () => {
    const input = { value: 2 }
    const doubled = oncePer(({ value }: { value: number }) => value * 2)
    const squared = oncePer(({ value }: { value: number }) => value ** 3)
    expect([doubled(input), squared(input), doubled(input), squared(input)]).toEqual([4, 8, 4, 8])
  })

  it('leaves nothing that can be seen on the object', () => {
    const input = { value: 2 }
    oncePer(() => 'secret')(input)
    expect([Reflect.ownKeys(input), JSON.stringify(input), Object.getPrototypeOf(input) === Object.prototype]).toEqual([
      ['value'],
      '{"value":2}',
      true,
    ])
  })

  it('remembers nothing of a computation that failed', () => {
    let isBroken = true
    const once = oncePer((_: object) => {
      if (isBroken) throw new Error('broken')
      return 'whole'
    })
    const input = {}
    expect(() => once(input)).toThrow('broken')
    isBroken = false
    expect(once(input)).toBe('whole')
  })
})
