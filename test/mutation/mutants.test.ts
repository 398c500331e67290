import { describe, expect, test } from 'vitest'
import { applied } from './mutant.ts'
import { mutantsOf, sample } from './mutants.ts'

const texts = (text: string): string[] => mutantsOf('a.ts', text).map((mutant) => applied(text, mutant))

describe('code', () => {
  test.each([
    ['a comparison takes its boundary and its opposite', 'f(a < b)', ['f(a <= b)', 'f(a >= b)']],
    ['an equality is denied', 'f(a === b)', ['f(a !== b)']],
    ['an operator after a parenthesis is found', 'f((a) > (b))', ['f((a) >= (b))', 'f((a) <= (b))']],
    ['a sum becomes a difference', 'f(a + b)', ['f(a - b)']],
    ['a sum of texts stays', "f('a' + b, `a` + c)", []],
    ['both sides of a conjunction count', 'f(a && b)', ['f(a || b)']],
    ['a fallback is left out', 'f(a ?? b)', ['f(a)']],
    ['a fallback to null stays', 'f(a ?? null)', []],
    ['a negation is left out', 'f(!a)', ['f(a)']],
    ['a constant moves by one', 'f(5)', ['f(6)', 'f(4)']],
    ['zero becomes one', 'f(0)', ['f(1)']],
    ['a large constant is halved and doubled', 'f(60_000)', ['f(30000)', 'f(120000)']],
    ['a bigint moves', 'f(5n)', ['f(6n)']],
    [
      'an order is reversed, and its signs stay',
      'f(a < b ? -1 : 1)',
      ['f(a <= b ? -1 : 1)', 'f(a >= b ? -1 : 1)', 'f(a < b ? 1 : 1)'],
    ],
    ['a boolean flips', 'f(true)', ['f(false)']],
    ['an element is missing from a list', "f(['a', 'b', 'c'])", ["f(['b', 'c'])", "f(['a', 'c'])", "f(['a', 'b'])"]],
    ['the smaller becomes the greater', 'f(Math.min(a, b))', ['f(Math.max(a, b))']],
    ['a filter is left out', 'f(a.filter(b))', ['f(a)']],
    ['an early return is left out', 'if (a) return', ['if (false) return']],
    [
      'an early throw is left out',
      'if (a) { b = c; throw d }',
      ['if (false) { b = c; throw d }', 'if (a) { void 0; throw d }'],
    ],
    ['another condition is turned round', 'if (a) b = c', ['if (!(a)) b = c', 'if (a) void 0']],
    ['a choice is turned round', 'f(a ? b : c)', ['f(!(a) ? b : c)']],
    ['a call that stands alone is left out', 'await a(b)', ['void 0']],
    ['a log line stays', 'deps.log.info({}, b)', []],
    ['a condition that only decides what is told stays', 'if (a > 5) { log.info(b) }', []],
    [
      'a condition of a log line that also decides something else is turned round',
      'if (a) { log.info(b); c() }',
      ['if (!(a)) { log.info(b); c() }', 'if (a) { log.info(b); void 0 }'],
    ],
    [
      'the boundary of real time stays',
      'f(performance.now() - a > b)',
      ['f(performance.now() + a > b)', 'f(performance.now() - a <= b)'],
    ],
    ['a step of a loop stays', 'for (;; i += b) f(i)', ['for (;; i += b) void 0']],
  ])('%s', (_what, text, expected) => {
    // `return` is kept in a function; the call itself can always be left out, which one case is enough to show.
    const inside = (one: string): string => `async function g() { ${one.startsWith('f(') ? `return ${one}` : one} }`
    expect(texts(inside(text))).toEqual(expected.map(inside))
  })

  test('types, imports and names of members have no mutants', () => {
    const text = [
      "import a from '5' with { type: 'json' }",
      'interface B { c: 5; d: true }',
      'type E = B extends 5 ? 1 : 2',
      'const f: 5 | 6 = g as 5',
      'const h = { 5: i }',
    ].join('\n')
    expect(texts(text)).toEqual([])
  })

  test('the figures of examples have no mutants', () => {
    expect(texts('const EXAMPLE = { a: 5 }\nconst TRADE_EXAMPLES = [true]\nconst route = { example: g(5) }')).toEqual(
      [],
    )
  })

  test('the patience of a process has no mutants, unless other files share it or it is a rule of its domain', () => {
    const text = 'const QUERY_WITHIN_MS = 5_000\nconst POLL_MS = 250\nfunction f() { const LOOK_EVERY_MS = 5 }'
    expect(texts(text)).toEqual([6, 4].map((other) => text.replace(/5 }/, `${other} }`)))
    expect(mutantsOf('a.ts', 'export const QUERY_WITHIN_MS = 5_000')).toHaveLength(2)
    expect(mutantsOf('a.ts', 'const QUOTE_VALID_MS = 5_000')).toHaveLength(2)
    expect(mutantsOf('a.ts', 'const NEWS_WITHIN_MS = 7 * HOUR_MS')).toHaveLength(3)
  })

  test('a duration that only timers receive has no mutants, and one that is also compared has', () => {
    const constant = 'const DELAY_MS = 5_000\n'
    expect(mutantsOf('a.ts', `${constant}setTimeout(f, DELAY_MS)`).map(({ after }) => after)).toEqual(['void 0'])
    expect(mutantsOf('a.ts', `${constant}const signal = AbortSignal.timeout(DELAY_MS)`)).toEqual([])
    expect(mutantsOf('a.ts', `${constant}const late = [sleep(DELAY_MS), ms > DELAY_MS]`)).toHaveLength(4)
    expect(mutantsOf('a.ts', `${constant}const until = nowMs + DELAY_MS`)).toHaveLength(3)
  })

  test('a list that is also a type has no mutants, since the compiler watches over its elements', () => {
    const list = "const KINDS = ['a', 'b'] as const"
    expect(texts(list)).toHaveLength(2)
    expect(texts(`${list}\ntype Kind = (typeof KINDS)[number]`)).toEqual([])
  })

  test('a mutant names its line and shows what changes in it', () => {
    expect(mutantsOf('a.ts', 'x\nf(a < b)\n')[0]).toMatchObject({
      path: 'a.ts',
      line: 2,
      before: 'f(a < b)',
      after: 'void 0',
    })
  })
})

describe('SQL', () => {
  test.each([
    ['a lock is left out', 'select a from b for update', ['select a from b']],
    [
      'a lock that skips loses either half',
      'select a from b for update skip locked',
      ['select a from b', 'select a from b for update'],
    ],
    ['the only condition always holds', 'delete from a where b = @c', ['delete from a where true']],
    [
      'each condition is left out, and joined the other way',
      'delete from a where b = @c and d = @e',
      ['delete from a where true and d = @e', 'delete from a where b = @c', 'delete from a where b = @c or d = @e'],
    ],
    [
      'a condition with a subquery ends where its parenthesis closes',
      'delete from a where b in (select c from d where e) returning f',
      ['delete from a where true returning f', 'delete from a where b in (select c from d where true) returning f'],
    ],
    ['between keeps its and', 'delete from a where b between c and d', ['delete from a where true']],
    ['the least becomes the greatest', 'update a set b = least(b, c)', ['update a set b = greatest(b, c)']],
    ['a conflict raises its error', 'insert into a values (b) on conflict do nothing', ['insert into a values (b)']],
    ['a boundary moves, and an arrow stays', 'select a < b, c ->> d, e => f', ['select a <= b, c ->> d, e => f']],
    ['a null test is denied', 'select a is not null', ['select a is null']],
    ['text stays', "select 'a < 5 and b'", []],
    ['a number moves', 'select a limit 5', ['select a limit 6']],
    ['the bound of a list stays', 'select a limit 100', []],
  ])('%s', (_what, text, expected) => {
    // A bound value is written as @a here.
    const bound = (one: string): string => one.replace(/@(\w)/g, (_found, name) => ['$', `{${name}}`].join(''))
    const inside = (one: string): string => `const rows = sql\`${bound(one)}\``
    expect(texts(inside(text))).toEqual(expected.map(inside))
  })

  test('a template of another tag stays', () => {
    expect(texts('const a = html`<b>5</b>`')).toEqual([])
  })
})

test('a sample is the same for the same seed, keeps its order, and differs for another seed', () => {
  const all = Array.from({ length: 100 }, (_, at) => at)
  const drawn = sample(all, 10, 7)
  expect(drawn).toHaveLength(10)
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
  expect(sample(all, 10, 7)).toEqual(drawn)
  expect(sample(all, 10, 8)).not.toEqual(drawn)
})
